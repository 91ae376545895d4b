import { dirname, resolve } from 'node:path'
import type { Plugin } from 'vite'

const IMPORT = /import\s*\{\s*m\s*\}\s*from\s*['"]([^'"]*paraglide\/messages)(?:\.js)?['"];?/
/** A use of a message, but not the end of a longer name, nor what looks like one in a text. */
const USE = /(?<![\w$.'"`-])m\.(\w+)/g

/**
 * Puts each message into the chunks that use it, and into no other.
 *
 * Sources write `m.replay_title()`, with `m` imported from one module with all messages. The bundler would put all of
 * them into the first load. This plugin replaces each use by an import of the single message from its own file, so that
 * the messages of a page are loaded with the page. The build fails if there is no such file.
 */
export function singleMessages(): Plugin {
  return {
    name: 'quatre-single-messages',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      const found = IMPORT.exec(code)
      if (!found) return null
      const keys = new Set([...code.matchAll(USE)].map(([, key]) => key!))
      const folder = resolve(dirname(id.split('?')[0]!), found[1]!)
      const imports = [...keys].map((key) => `import { ${key} as m_${key} } from '${folder}/${key}.js';`)
      return { code: code.replace(IMPORT, imports.join(' ')).replace(USE, 'm_$1'), map: null }
    },
  }
}
