// Scenes of the layout of a room, in all sizes.
import { ai, ana, fast, long, mid, playing, room, zoe } from './cast.mjs'
import { ME, entriesOf } from './hub.mjs'

/** One scene of a running game for each kind of layout, in all sizes. */
export const LAYOUT_SCENES = [
  { name: 'layout-plate', entries: playing([]) },
  {
    name: 'layout-look-back',
    entries: playing([]),
    act: async (page) => {
      const move = page.getByRole('button', { name: '5. Red, column 3' })
      if (await move.isVisible()) await move.click()
    },
  },
  {
    name: 'layout-giant',
    entries: entriesOf({
      players: [ana, long],
      moves: '888796a7b6c5d4e3f2'.repeat(3),
      created: { variant: 'connect4:15x15:5', clock: fast },
      ms: 9000,
    }),
    since: 5000,
  },
  {
    name: 'layout-force3',
    entries: entriesOf({
      players: [ana, zoe],
      moves: ['P1', 'P9', 'P3', 'S2'],
      created: { variant: 'force3' },
    }),
  },
  {
    name: 'layout-tictactoe',
    entries: entriesOf({ players: [zoe, ana], moves: ['b2', 'a1'], created: { variant: 'tictactoe' } }),
    me: ME,
  },
  {
    name: 'layout-clock',
    since: 8000,
    here: { seats: [true, true], spectators: 2 },
    entries: entriesOf({ players: [ana, long], moves: mid, ms: 19_000, created: { clock: fast } }),
  },
  // The result is closed: the actions offer the rematch.
  {
    name: 'layout-end',
    entries: entriesOf({
      players: [{ id: ME, colour: 'red' }, ai('very-easy', 'yellow')],
      moves: '4343434',
      end: { winner: 1, reason: 'line', cells: [3, 10, 17, 24] },
    }),
    act: (page) => page.getByRole('group', { name: 'Result' }).getByRole('button', { name: 'Close' }).click(),
  },
  { name: 'layout-offer', entries: playing([['offered', { seat: 2, offer: 'draw' }]]) },
  {
    name: 'layout-watch',
    entries: entriesOf({
      players: [ai('easy', 'red'), ai('strong', 'white')],
      moves: mid,
      created: { pace: 800 },
    }),
  },
].map((scene) => ({ path: room, allSizes: true, ...scene }))
