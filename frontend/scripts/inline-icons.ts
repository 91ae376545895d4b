import type { Plugin } from 'vite'
import { ICONS } from '../src/lib/ui/icons.ts'

/**
 * Writes the path of an icon in place of each `ICONS.name`. Otherwise all icons would be in the first load, because each
 * page needs some of them.
 */
export function inlineIcons(): Plugin {
  return {
    name: 'quatre-inline-icons',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/src\/.*\.(svelte|ts)$/.test(id) || !/\bICONS\b/.test(code)) return null
      const inlined = code.replace(/\bICONS\.(\w+)/g, (_, name: keyof typeof ICONS) => `'${ICONS[name]}'`)
      if (/\bICONS\[/.test(inlined))
        this.error(`Write ICONS.name: ICONS[…] puts all icons into the first load.`)
      return { code: inlined, map: null }
    },
  }
}
