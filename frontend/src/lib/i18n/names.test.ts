import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { COLOURS as COLOUR_LIST } from '../protocol/entries'

vi.mock('../paraglide/messages', () => ({
  m: new Proxy({}, { get: (_, key: string) => () => key, has: () => true }),
}))

const { COLOURS, GAMES, LEVELS } = await import('./names')

/** The strings in the declaration of a Go variable that the pattern finds, in their order. */
function inGo(file: string, declaration: RegExp, string: RegExp): string[] {
  const code = readFileSync(new URL(`../../../../internal/${file}`, import.meta.url), 'utf8')
  const [found] = declaration.exec(code) ?? []
  return [...found!.matchAll(string)].map((match) => match[1]!)
}

test('the page names the games, levels and colours that the hub has', () => {
  expect(Object.keys(GAMES)).toEqual(inGo('rules/parse.go', /var families = [^]*?\n}/, /{"(\w+)"/g))
  expect(Object.keys(LEVELS)).toEqual(inGo('room/level.go', /var levels = [^]*?\n}/, /{"([\w-]+)"/g))
  expect(Object.keys(COLOURS)).toEqual(inGo('room/state.go', /var Colours = .*/, /"(\w+)"/g))
  expect(Object.keys(COLOURS)).toEqual(COLOUR_LIST)
})
