// All scenes of the page.
import { ANALYSIS_SCENES } from './analysis.mjs'
import { ARRIVAL_SCENES } from './arrival.mjs'
import { BOARD_SCENES } from './boards.mjs'
import { ana, me, room, zoe } from './cast.mjs'
import { EMBED_SCENES } from './embeds.mjs'
import { HEARD_SCENES } from './heard.mjs'
import { HISTORY_SCENES } from './history.mjs'
import { INSIDE_SCENES } from './inside.mjs'
import { LAYOUT_SCENES } from './layouts.mjs'
import { LESSON_SCENES } from './lesson.mjs'
import { OFFLINE_SCENES } from './offline.mjs'
import { RESULT_SCENES } from './results.mjs'
import { ROOM_SCENES } from './rooms.mjs'
import { SHELL_SCENES } from './shell.mjs'
import { START_SCENES } from './start.mjs'
import { entriesOf } from './hub.mjs'

const mid = '4435344125266'
const hover = (page) => page.getByRole('button', { name: /^(Column|Colonne) 6/ }).hover()

export const SCENES = [
  ...START_SCENES,
  ...LAYOUT_SCENES,
  ...RESULT_SCENES,
  ...ROOM_SCENES,
  ...ARRIVAL_SCENES,
  ...BOARD_SCENES,
  ...LESSON_SCENES,
  ...SHELL_SCENES,
  ...OFFLINE_SCENES,
  {
    name: 'playing',
    path: room,
    entries: entriesOf({ players: [ana, zoe], moves: '443534412526' }),
    act: hover,
  },
  { name: 'theirs-fr', path: room, locale: 'fr-FR', entries: entriesOf({ players: [ana, zoe], moves: mid }) },
  {
    name: 'won',
    path: room,
    entries: entriesOf({
      players: [me, { level: 'normal', colour: 'yellow' }],
      moves: '4343434',
      end: { winner: 1, reason: 'line', cells: [3, 10, 17, 24] },
    }),
  },
  {
    name: 'again',
    path: room,
    entries: entriesOf({
      players: [ana, zoe],
      moves: '1434343',
      more: [
        ['resigned', { seat: 1, end: { winner: 2, reason: 'resigned' } }],
        ['rematch', { seat: 2, game: 2 }],
      ],
    }),
  },
  {
    name: 'watching',
    path: room,
    me: 'someone-else',
    entries: entriesOf({
      players: [
        { ...ana, name: undefined },
        { ...zoe, name: undefined },
      ],
      moves: mid,
    }),
    here: { seats: [true, false], spectators: 3 },
  },
  {
    name: 'refused',
    path: room,
    refuse: 'not_your_turn',
    entries: entriesOf({ players: [ana, zoe], moves: '4435' }),
    act: (page) => page.keyboard.press('4'),
  },
  {
    name: 'away',
    path: room,
    store: false,
    build: '0123abcd',
    entries: entriesOf({ players: [ana, zoe], moves: '4435' }),
  },
  { name: 'connecting', path: room, silent: true, wait: 1300 },
  { name: 'gone', path: room, close: 4004 },
  { name: 'replaced', path: room, close: 4001 },
  {
    name: 'leave',
    path: room,
    entries: entriesOf({ players: [ana, zoe], moves: '4435' }),
    act: (page) => page.keyboard.press('n'),
  },
  {
    name: 'menu',
    path: room,
    entries: entriesOf({ players: [ana, zoe], moves: '4435' }),
    act: (page) => page.getByRole('button', { name: 'More' }).click(),
  },
  { name: 'help', path: '/', act: (page) => page.getByRole('button', { name: 'Help' }).click() },
  {
    name: 'focus',
    path: room,
    entries: entriesOf({ players: [ana, zoe], moves: '4435' }),
    act: (page) => page.keyboard.press('ArrowRight'),
  },
  ...HEARD_SCENES,
  ...HISTORY_SCENES,
  ...ANALYSIS_SCENES,
  ...EMBED_SCENES,
  ...INSIDE_SCENES,
  { name: 'unknown', path: '/nowhere' },
]
