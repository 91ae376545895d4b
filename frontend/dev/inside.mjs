// Scenes of looks inside the search. The answers were recorded from a hub: POST /api/inside with the body of the name.
import { readFileSync } from 'node:fs'

const recorded = JSON.parse(readFileSync(new URL('./testdata/inside.json', import.meta.url), 'utf8'))
/** The recorded answer to a question; without one the hub is busy. */
const answer = (body) =>
  recorded.find(({ asked }) => Object.entries(asked).every(([key, value]) => body[key] === value))?.answer

const three = 'variant=tictactoe&moves=b2+a1+c3&depth=2'
const connect4 = 'variant=connect4:7x6:4&moves=4453&depth=3'
const back = (steps) => async (page) => {
  await page.getByRole('button', { name: /^(Fit|Ajuster)$/ }).click()
  const button = page.getByRole('button', { name: /^(One step back|Une étape en arrière)$/ })
  for (let i = 0; i < steps; i++) await button.click()
}

export const INSIDE_SCENES = [
  { name: 'inside-example', path: '/inside' },
  {
    name: 'inside-question-fr',
    path: '/inside',
    locale: 'fr-FR',
    act: async (page) => {
      await page.getByRole('button', { name: 'Quelle branche est ignorée' }).click()
      for (const node of [9, 13]) await page.locator(`[data-node="${node}"]`).click()
      await page.getByRole('button', { name: 'Vérifier' }).click()
    },
  },
  { name: 'inside-topic-fr', path: '/inside/pruning', locale: 'fr-FR' },
  {
    name: 'inside-pruned',
    path: `/inside?${three}&search=alphabeta&eval=tens`,
    inside: answer,
    act: back(0),
  },
  {
    name: 'inside-plain-fr',
    path: `/inside?${three}&search=minimax&eval=tens`,
    locale: 'fr-FR',
    inside: answer,
  },
  {
    name: 'inside-steps',
    path: `/inside?${connect4}&search=alphabeta&ordering=on&eval=ai`,
    inside: answer,
    act: back(40),
  },
  { name: 'inside-over-fr', path: '/inside?variant=connect4:7x6:4&moves=4343434', locale: 'fr-FR' },
  {
    name: 'inside-off',
    path: '/inside?variant=tictactoe',
    inside: () => ({ status: 404, code: 'no_inside', text: '', retry: false }),
  },
]
