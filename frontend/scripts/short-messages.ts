import type { Plugin } from 'vite'

const MESSAGE = /\/paraglide\/messages\/\w+\.js$/
/** One language's function in a compiled message, up to the `};` that ends it. */
const VARIANT = /^const (en|fr)_\w+ = ([\s\S]*?\n});\n/gm
/** The function that chooses between them. */
const CHOICE = /^export const (\w+) = /m

/**
 * Writes each compiled message as `export const x = spoken(english, french)`.
 *
 * As compiled, each message chooses its language by itself, in a line of code that serves servers and middleware too. A
 * room says some 150 messages before anything is asked of it: that line was a tenth of its page.
 * A message that does not look as expected is left as it is.
 */
export function shortMessages(): Plugin {
  return {
    name: 'quatre-short-messages',
    apply: 'build',
    transform(code, id) {
      if (!MESSAGE.test(id)) return null
      const variants = new Map([...code.matchAll(VARIANT)].map(([, locale, body]) => [locale, body]))
      const [en, fr, name] = [variants.get('en'), variants.get('fr'), CHOICE.exec(code)?.[1]]
      if (!en || !fr || !name) return null
      const registry = code.includes('registry.') ? `import * as registry from '../registry.js'\n` : ''
      return {
        code: `${registry}import { spoken } from '../../i18n/localized'\nexport const ${name} = /* @__PURE__ */ spoken(${en}, ${fr})\n`,
        map: null,
      }
    },
  }
}
