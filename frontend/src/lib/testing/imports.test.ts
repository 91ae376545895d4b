import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, it } from 'vitest'

/** Finds circles of imports, also of types: modules in a circle can only be read, tested and loaded together. */

const SRC = resolve(import.meta.dirname, '../..')
const STATEMENT =
  /^\s*(?:import|export)\b[^'"]*?\bfrom\s*['"](\.[^'"]+)['"]|^\s*import\s*['"](\.[^'"]+)['"]/gm

const modules = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map((name) => join(SRC, name))
  .filter((file) => /\.(ts|svelte)$/.test(file) && !file.includes('paraglide'))

/** The modules that a module imports statically. */
function importsOf(file: string): string[] {
  const found = [...readFileSync(file, 'utf8').matchAll(STATEMENT)].map(([, from, plain]) => from ?? plain!)
  return found.flatMap((path) => {
    const target = resolve(dirname(file), path)
    const names = [target, `${target}.ts`, join(target, 'index.ts')]
    return names.find((name) => existsSync(name) && statSync(name).isFile()) ?? []
  })
}

it('has no circles of imports', () => {
  const graph = new Map(modules.map((file) => [file, importsOf(file)]))
  expect([...graph.values()].flat().length, 'the imports that were found').toBeGreaterThan(modules.length)
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (file: string, path: string[]): void => {
    const start = path.indexOf(file)
    if (start >= 0) circles.push([...path.slice(start), file].map((one) => relative(SRC, one)).join(' → '))
    if (done.has(file) || start >= 0) return
    for (const next of graph.get(file) ?? []) visit(next, [...path, file])
    done.add(file)
  }
  for (const file of modules) visit(file, [])
  expect(circles).toEqual([])
})
