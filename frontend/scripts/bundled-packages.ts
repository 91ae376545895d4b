// Keeps frontend/bundled-packages.json equal to the npm packages whose code is in the built page.
//
// The licences of these packages ask for a notice: the image carries the texts (internal/tools/notices). The build fails if
// the list is out of date.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'

const LIST = 'bundled-packages.json'

/** The package that a module's code comes from; undefined for our own code. */
function packageOf(id: string): string | undefined {
  // Code that a build tool adds, or generates from its own templates.
  if (id.startsWith('\0')) return id.slice(1).split(/[/:]/)[0]
  if (id.includes('/src/lib/paraglide/')) return '@inlang/paraglide-js'
  return /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1]
}

export function bundledPackages(): Plugin {
  let listed: string[] = []
  return {
    name: 'quatre-bundled-packages',
    apply: 'build',
    configResolved(config) {
      listed = JSON.parse(readFileSync(resolve(config.root, LIST), 'utf8'))
    },
    generateBundle(_, bundle) {
      const found = new Set<string>()
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        for (const [id, module] of Object.entries(chunk.modules)) {
          const name = packageOf(id)
          if (name && module.renderedLength > 0) found.add(name)
        }
      }
      const names = [...found].sort()
      if (names.join() !== listed.join()) {
        this.error(`${LIST} lists [${listed}], but the page contains [${names}]: correct the list`)
      }
    },
  }
}
