// Scenes of boards: every game, in several sizes and states; and the pages of rules.
import { ana, room, zoe } from './cast.mjs'
import { entriesOf } from './hub.mjs'

/** A room after these moves. */
const board = (name, variant, moves, { colours = ['red', 'yellow'], end, ...scene } = {}) => ({
  name: `board-${name}`,
  path: room,
  entries: entriesOf({
    players: [
      { ...ana, colour: colours[0] },
      { ...zoe, colour: colours[1] },
    ],
    moves: variant.startsWith('connect4') && !moves.includes(' ') ? moves : moves.split(' ').filter(Boolean),
    created: { variant },
    end,
  }),
  ...scene,
})

/** Presses keys. */
const keys =
  (...list) =>
  async (page) => {
    for (const key of list) await page.keyboard.press(key)
  }

/** Hovers or taps a column. */
const column = (number) => async (page) => {
  const target = page.getByRole('button', { name: new RegExp(`^Column ${number},`) })
  if (await page.evaluate(() => navigator.maxTouchPoints > 0)) await target.tap()
  else await target.hover()
}

const wide = '8 8 8 7 9 7 a 7 b 6 c 5 d 4 e 3 f 2'
const held = 'P1 P9 P3 S2'

export const BOARD_SCENES = [
  board('small', 'connect4:4x4:4', '1 2 3 4', { colours: ['blue', 'green'] }),
  board('turn', 'connect4:7x6:4', '4435'),
  board('giant', 'connect4:15x15:5', wide, { act: column(12) }),
  board('tall', 'connect4:4x15:4', '1 2 3 4 1 2 1', { colours: ['violet', 'white'] }),
  board('flat', 'connect4:15x4:4', '1 2 3 4 a b c'),
  board('squares', 'tictactoe', 'b2 a1 c1 a3', { act: keys('ArrowRight') }),
  board('squares-won', 'tictactoe', 'a1 b1 b2 c1 c3', {
    colours: ['white', 'violet'],
    end: { winner: 1, reason: 'line', cells: [0, 4, 8] },
  }),
  board('tiles', 'force3', 'P1 P9 P2 S8', { colours: ['green', 'blue'] }),
  board('tiles-start', 'force3:fair', ''),
  board('tiles-disc', 'force3', held, { act: keys('1') }),
  board('tiles-hand', 'force3', held, { act: keys('t') }),
  board('tiles-hole', 'force3', held, { act: keys('h') }),
  board('tiles-locked-fr', 'force3', held, { act: keys('h', '5'), locale: 'fr-FR' }),
  board('tiles-again', 'force3', 'P1 P9 M1-2 M9-8 M2-1 M8-9'),
  board('tiles-focus', 'force3:placed', 'P1 P9', { act: keys('ArrowRight', 'ArrowDown', 'ArrowDown') }),
  board('tiles-two', 'force3:report', 'P3 P1 S2+3 P9', { act: keys('h', '6') }),
  board('tiles-won', 'force3', 'P1 P4 P2 P6 P3', {
    end: { winner: 1, reason: 'line', cells: [6, 7, 8] },
  }),
  board('help', 'force3', 'P1', { act: keys('?') }),
  { name: 'rules-connect4', path: '/rules/connect4' },
  { name: 'rules-tictactoe', path: '/rules/tictactoe' },
  { name: 'rules-force3', path: '/rules/force3' },
  { name: 'rules-force3-fr', path: '/rules/force3', locale: 'fr-FR' },
]

/** A moment of a board: see moments.mjs. */
const moment = (name, variant, moves, acts, more) => ({
  ...board(name, variant, moves),
  name: `board-${name}`,
  clip: '.board',
  ms: 700,
  step: 50,
  acts,
  ...more,
})
const moved = (seat, move, end) => (page, send) =>
  send(['moved', { seat, move, ms: 900, ...(end && { end }) }])
const key = (name) => (page) => page.keyboard.press(name)
const line = (winner, ...cells) => ({ winner, reason: 'line', cells })

export const BOARD_MOMENTS = [
  moment('turn', 'connect4:7x6:4', '443', [[0, moved(2, '4')]], { ms: 2000, step: 100 }),
  moment('fall', 'connect4:7x6:4', '44', [
    [0, key('1')],
    [100, moved(1, '1')],
  ]),
  moment('unanswered', 'connect4:7x6:4', '44', [[0, key('1')]]),
  moment('answer', 'connect4:7x6:4', '443', [[0, moved(2, '7')]]),
  moment('slide', 'force3', 'P1 P9 P2 S8', [[0, moved(1, 'S7')]]),
  moment('win', 'connect4:7x6:4', '434343', [[0, moved(1, '4', line(1, 3, 10, 17, 24))]], { ms: 2000 }),
  moment('loss', 'connect4:7x6:4', '4142413', [[0, moved(2, '3', line(2, 0, 1, 2, 3))]], {
    ms: 2000,
    step: 100,
  }),
  moment('win-squares', 'tictactoe', 'a1 b1 b2 c1', [[0, moved(1, 'c3', line(1, 0, 4, 8))]], {
    ms: 1800,
    step: 100,
  }),
  moment('win-tiles', 'force3', 'P1 P4 P2 P6', [[0, moved(1, 'P3', line(1, 6, 7, 8))]], {
    ms: 1800,
    step: 100,
  }),
]
