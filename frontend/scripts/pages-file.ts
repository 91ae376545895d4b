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
    // The outline in index.html is drawn before the styles are there.
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const styles = html.match(/<link rel="stylesheet"[^>]*>/g)?.join('') ?? ''
        return html
          .replace(/\s*<link rel="stylesheet"[^>]*>/g, '')
          .replace('</body>', () => `${styles}</body>`)
      },
    },
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const shell = withImports(
        bundle,
        chunks.find((chunk) => chunk.isEntry)!,
      )
      /** The chunks that a module needs besides those that are known. */
      const neededBy = (file: string, known: Set<OutputChunk>) => {
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(file))
        if (!chunk) this.error(`No chunk is ${file}.`)
        return [...withImports(bundle, chunk)].filter((one) => !known.has(one))
      }
      const filesOf = (chunks: OutputChunk[]) => ({
        scripts: chunks.map(({ fileName }) => `/${fileName}`),
        styles: chunks
          .flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
          .map((name) => `/${name}`),
      })
      const table = Object.entries(addresses).map(([page, address]) => {
        const needed = neededBy(`/pages/${page[0]!.toUpperCase()}${page.slice(1)}.svelte`, shell)
        // Somebody who is invited sees the room when this is there too: without it here, a round trip later.
        const join = () => neededBy('/room/view/JoinPanel.svelte', new Set([...shell, ...needed]))
        return { address, ...filesOf(needed), ...(page === 'room' && { invited: filesOf(join()) }) }
      })
      this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(table, null, 1) + '\n' })
    },
  }
}
