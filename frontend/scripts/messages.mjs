// Compiles the messages for the type checker and the unit tests: one module for each language. The
// page is built from one module for each message (vite.config.ts), which take four times as long to load.
import { compile } from '@inlang/paraglide-js'

await compile({
  project: './project.inlang',
  outdir: './src/lib/paraglide',
  strategy: ['baseLocale'],
  outputStructure: 'locale-modules',
})
