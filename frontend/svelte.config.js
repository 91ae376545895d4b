import { relative } from 'node:path'
import { vitePreprocess } from '@sveltejs/vite-plugin-svelte'

export default {
  preprocess: vitePreprocess(),
  compilerOptions: {
    runes: true,
    // The default names of classes are eight characters longer, in every file of the page.
    cssHash: ({ hash, filename }) => `s${hash(relative(import.meta.dirname, filename)).slice(0, 5)}`,
  },
}
