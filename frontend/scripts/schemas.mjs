// Writes the types of the protocol for the type checker, from the documents that describe it: src/lib/protocol/schemas.d.ts.
import { readFileSync, writeFileSync } from 'node:fs'
import { compile } from 'json-schema-to-typescript'
import { parse } from 'yaml'

const read = (name) => parse(readFileSync(new URL(`../../docs/api/${name}`, import.meta.url), 'utf8'))
const live = read('asyncapi.yaml')
const schemas = { ...read('openapi.yaml').components.schemas, ...live.components.schemas }
const nameIn = (ref) => ref.split('/').at(-1)

/** A schema with one object in place of several that all apply. */
function merged({ allOf = [], ...schema }) {
  const all = [...allOf.map((one) => (one.$ref ? schemas[nameIn(one.$ref)] : one)), schema]
  return {
    type: 'object',
    required: all.flatMap(({ required = [] }) => required),
    properties: Object.assign({}, ...all.map(({ properties }) => properties)),
  }
}

/** A schema as the compiler needs it: with references into one file, and lists of any length, except for pairs. */
function adapted(node) {
  if (Array.isArray(node)) return node.map(adapted)
  if (typeof node !== 'object' || node === null) return node
  if (typeof node.$ref === 'string') return { $ref: `#/definitions/${nameIn(node.$ref)}` }
  const { minItems, maxItems, ...rest } = node
  const copy = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, adapted(value)]))
  return minItems === maxItems && minItems !== undefined ? { ...copy, minItems, maxItems } : copy
}

const { allOf: kinds, ...entry } = schemas.entry
schemas.entry = { oneOf: kinds.map((kind) => merged({ allOf: [entry, kind.if, kind.then] })) }
const frames = ({ messages }) => ({
  oneOf: messages.map(({ $ref }) => merged(live.components.messages[nameIn($ref)].payload)),
})
const { fromClient, fromHub } = live.operations
const properties = { fromClient: frames(fromClient), fromHub: frames(fromHub) }
const root = { type: 'object', required: Object.keys(properties), properties, definitions: schemas }
const types = await compile(adapted(root), 'Frames', {
  additionalProperties: false,
  unreachableDefinitions: true,
  bannerComment: '/* Written by scripts/schemas.mjs. */',
})
writeFileSync(new URL('../src/lib/protocol/schemas.d.ts', import.meta.url), types)
