// Writes dist/pages.json: for each page, the addresses that lead to it and the files that it needs at once, besides those
// that index.html names. The hub lets browsers load these files together with the first script, which would ask for them
// one round trip later.
import type { OutputBundle, OutputChunk } from 'rolldown'
import type { Plugin } from 'vite'
import { addresses } from '../src/lib/addresses.ts'

/** A chunk with all chunks that it imports statically. */
function withImports(
  bundle: OutputBundle,
  first: OutputChunk,
  found = new Set<OutputChunk>(),
): Set<OutputChunk> {
  if (found.has(first)) return found
  found.add(first)
  for (const name of first.imports) withImports(bundle, bundle[name] as OutputChunk, found)
  return found
}

export function pagesFile(): Plugin {
  return {
    name: 'quatre-pages-file',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const shell = withImports(
        bundle,
        chunks.find((chunk) => chunk.isEntry)!,
      )
      const table = Object.entries(addresses).map(([page, address]) => {
        const file = `/pages/${page[0]!.toUpperCase()}${page.slice(1)}.svelte`
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(file))
        if (!chunk) this.error(`No chunk is the page ${file}.`)
        const needed = [...withImports(bundle, chunk)].filter((one) => !shell.has(one))
        return {
          address,
          scripts: needed.map(({ fileName }) => `/${fileName}`),
          styles: needed
            .flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
            .map((name) => `/${name}`),
        }
      })
      this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(table, null, 1) + '\n' })
    },
  }
}
