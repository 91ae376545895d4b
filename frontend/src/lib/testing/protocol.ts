/** The examples of docs/api/asyncapi.yaml and docs/api/openapi.yaml, for tests. */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

interface Example {
  name: string
  payload: Record<string, unknown> & { t: string }
}

const read = (name: string): unknown =>
  parse(readFileSync(new URL(`../../../../docs/api/${name}`, import.meta.url), 'utf8'))

const asyncapi = read('asyncapi.yaml') as {
  info: { description: string }
  operations: Record<'fromClient' | 'fromHub', { messages: { $ref: string }[] }>
  components: { messages: Record<string, { examples: Example[] }> }
}

/** All examples of the messages of one direction. */
export function examples(direction: 'fromClient' | 'fromHub'): Example[] {
  return asyncapi.operations[direction].messages.flatMap(({ $ref }) => {
    const name = $ref.slice($ref.lastIndexOf('/') + 1)
    return asyncapi.components.messages[name]!.examples
  })
}

export function example(name: string): Example['payload'] {
  const found = [...examples('fromHub'), ...examples('fromClient')].find((e) => e.name === name)
  if (!found) throw new Error(`the document has no example named ${name}`)
  return found.payload
}

/** The codes in the first column of the table under a heading of the description. */
export function tableCodes(heading: string): string[] {
  const section = asyncapi.info.description.split(`## ${heading}`)[1]!.split('\n## ')[0]!
  return [...section.matchAll(/^\|([^|]+)\|/gm)]
    .map(([, cell]) => cell!.trim())
    .filter((cell) => cell !== 'code' && !cell.startsWith('---'))
    .flatMap((cell) => cell.split(/,\s*/))
}

export const openapi = read('openapi.yaml') as {
  components: { examples: Record<string, { value: unknown }> }
}
