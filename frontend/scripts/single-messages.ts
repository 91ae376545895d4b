import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Puts each message into the chunks that use it, and into no other.
 *
 * Sources write `m.replay_title()`, with `m` imported from one module with all messages. The bundler would put all of
 * them into the first load. This plugin replaces each use by an import of the single message from its own file, so that
 * the messages of a page are loaded with the page. A module that uses `m` in any other way is not changed.
 */
export function singleMessages(): Plugin {
  return {
    name: 'quatre-single-messages',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      const found = /import\s*\{\s*m\s*\}\s*from\s*(['"])([^'"]*paraglide\/messages)(?:\.js)?\1;?/.exec(code)
      if (!found) return null
      const [statement, , source] = found as unknown as [string, string, string]
      const uses = usesOf(this.parse(code))
      const folder = resolve(dirname(id.split('?')[0]!), source)
      if (!uses || ![...uses.values()].every((key) => existsSync(`${folder}/${key}.js`))) return null
      let result = ''
      let from = 0
      for (const [start, key] of [...uses].sort(([a], [b]) => a - b)) {
        result += `${code.slice(from, start)}m_${key}`
        from = start + `m.${key}`.length
      }
      result += code.slice(from)
      const imports = [...new Set(uses.values())].map(
        (key) => `import { ${key} as m_${key} } from '${source}/${key}.js';`,
      )
      return { code: result.replace(statement, imports.join(' ')), map: null }
    },
  }
}

interface Node {
  type: string
  start: number
  end: number
  [field: string]: unknown
}

/** Maps the start of each `m.key` in a module to its key; null if the module uses `m` in any other way. */
function usesOf(program: unknown): Map<number, string> | null {
  const uses = new Map<number, string>()
  let other = false
  const visit = (value: unknown, parent: Node | null, field: string): void => {
    if (Array.isArray(value)) for (const one of value) visit(one, parent, field)
    if (typeof value !== 'object' || value === null || !('type' in value)) return
    const node = value as Node
    if (node.type === 'ImportDeclaration') return
    if (node.type === 'Identifier' && node.name === 'm' && parent) {
      const property = parent.property as Node | undefined
      if (parent.type === 'MemberExpression' && field === 'object' && !parent.computed && property) {
        if (property.start !== node.end + 1) other = true
        uses.set(node.start, property.name as string)
      } else if (!isPropertyName(parent, field)) other = true
    }
    for (const [name, child] of Object.entries(node)) visit(child, node, name)
  }
  visit(program, null, '')
  return other ? null : uses
}

/** Whether an identifier is the name of a property, not a variable. */
function isPropertyName(parent: Node, field: string): boolean {
  if (parent.computed || parent.shorthand) return false
  return (parent.type === 'MemberExpression' && field === 'property') || field === 'key'
}
