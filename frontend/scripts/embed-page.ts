// Builds the documents of embeds with files of their own, and adds them to the page's build.
//
// In one build, the bundler would share files between the page and embeds, and an embed would load more than it needs. A
// build of its own can also leave out what an embed may not have: the person's choices in the browser's storage.
import { resolve } from 'node:path'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { build, type Plugin } from 'vite'
import { inlineIcons } from './inline-icons.ts'
import { shortMessages } from './short-messages.ts'
import { singleMessages } from './single-messages.ts'

/** The hub lets other origins load the files in this folder: see internal/hub/web/embed.go. */
const FOLDER = 'assets/embed'

/** The modules of the page in whose place an embed has a module of its own, without what it may not have or does not need. */
const REPLACED = {
  'locale\\.svelte': 'language.ts',
  trays: 'trays.ts',
  clock: 'noclock.ts',
  force3hints: 'nohints.ts',
}

/** The documents: of a finished game, and of a room. */
const DOCUMENTS = ['embed/game.html', 'embed/room.html']

export function embedPage(): Plugin {
  let root = ''
  return {
    name: 'quatre-embed-page',
    apply: 'build',
    configResolved(config) {
      root = config.root
    },
    async generateBundle() {
      const built = await build({
        root,
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        plugins: [inlineIcons(), svelte(), shortMessages(), singleMessages()],
        resolve: {
          alias: Object.entries(REPLACED).map(([name, replacement]) => ({
            find: new RegExp(`^\\.\\.?/(.*/)?${name}$`),
            replacement: resolve(root, 'src/embed', replacement),
          })),
        },
        build: {
          write: false,
          assetsDir: FOLDER,
          assetsInlineLimit: 0,
          modulePreload: { polyfill: false },
          rolldownOptions: {
            input: DOCUMENTS.map((name) => resolve(root, name)),
            treeshake: { moduleSideEffects: [{ test: /\/node_modules\/svelte\/src\//, sideEffects: false }] },
          },
        },
      })
      if (Array.isArray(built) || !('output' in built))
        return this.error('The build of embeds has no output.')
      for (const file of built.output)
        this.emitFile({
          type: 'asset',
          fileName: file.fileName,
          source: file.type === 'chunk' ? file.code : file.source,
        })
    },
  }
}
