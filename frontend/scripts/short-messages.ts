import type { Plugin } from 'vite'

const MESSAGE = /\/paraglide\/messages\/\w+\.js$/
/** One language's function in a compiled message, up to the `};` that ends it. */
const VARIANT = /^const (en|fr)_\w+ = ([\s\S]*?\n});\n/gm
/** The exported function of a compiled message. It chooses the language. */
const CHOICE = /^export const (\w+) = /m

/**
 * Writes each compiled message as `export const x = localized(english, french)`.
 *
 * Paraglide compiles the choice of the language into each message, in code that also supports servers and middleware. A
 * room uses many messages, so this code would be a noticeable part of its download. A message of another form is not
 * changed.
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
        code: `${registry}import { localized } from '../../i18n/localized'\nexport const ${name} = /* @__PURE__ */ localized(${en}, ${fr})\n`,
        map: null,
      }
    },
  }
}
