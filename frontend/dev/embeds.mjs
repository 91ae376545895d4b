// Scenes of embeds, in frames of several sizes, and of the dialog that shares a game.
import { ana, inBothLanguages, long, tower, zoe } from './cast.mjs'
import { entriesOf } from './hub.mjs'

const sizes = [
  { name: '280', width: 280, height: 380, touch: true },
  { name: '400', width: 400, height: 470 },
  { name: '640x300', width: 640, height: 300 },
]
const game = {
  room: 'k7m2p9x4w3tq',
  game: 1,
  variant: 'connect4:7x6:4',
  players: [ana, long],
  first: 1,
  started: '2026-11-21T10:00:04Z',
  ended: '2026-11-21T10:01:12Z',
  moves: [...'4343434'],
  ms: Array(7).fill(900),
  end: tower,
}
const force3 = {
  ...game,
  variant: 'force3',
  players: [ana, { level: 'normal', colour: 'violet' }],
  moves: ['P1', 'P9', 'P3', 'P7', 'S2'],
  ms: Array(5).fill(900),
  end: { winner: 1, reason: 'resigned' },
}
const embed = (name, scene) => inBothLanguages(name, { path: '/embed/g/k7m2p9x4w3tq/1', sizes, ...scene })
const button = (page, name) => page.getByRole('button', { name })
const share = { path: '/games/k7m2p9x4w3tq/1', games: [game] }
const openShare = async (page) => {
  await page.getByText(/^(More|Plus)$/).click()
  await button(page, /^(Share|Partager)$/).click()
}

export const EMBED_SCENES = [
  ...embed('embed-game', { shown: { game } }),
  ...embed('embed-force3', {
    shown: { game: force3 },
    act: (page) => button(page, /^(One move back|Un coup en arrière)$/).click(),
  }),
  ...embed('embed-gone', { shown: { failure: 'gone' } }),
  ...embed('embed-room', {
    path: '/embed/r/k7m2p9x4w3tq',
    shown: { room: 'k7m2p9x4w3tq' },
    me: 'someone-else',
    entries: entriesOf({ players: [ana, zoe], moves: '44353441' }),
  }),
  ...embed('embed-shut-out', { shown: { room: 'k7m2p9x4w3tq' }, close: 4010 }),
  ...inBothLanguages('share', { ...share, act: openShare }),
  ...inBothLanguages('share-code', {
    ...share,
    act: async (page) => {
      await openShare(page)
      await button(page, /^(Embed code|Code d’intégration)$/).click()
    },
  }),
]
