// Scenes of a room: play modes, offers and claims.
import { FULL, ai, ana, fast, inBothLanguages, long, me, mid, playing, room, tower, zoe } from './cast.mjs'
import { FRIEND, ME, entriesOf } from './hub.mjs'

const lost = { result: 'loss', plies: 6 }
const away = (after) => (now) => ({ seats: [true, false], spectators: 0, claim: [0, now + after] })

const thought = (ply, move, scores, rest) => ({
  ply,
  seat: 2,
  move,
  thought: {
    depth: 4,
    nodes: 1204,
    ms: 3,
    moves: scores.map(([move, more]) => ({ move, ...more })),
    ...rest,
  },
})
const WHY = [
  thought('443534412526'.lastIndexOf('5'), '5', [['5', { points: 4 }]], { line: ['5', '2'] }),
  thought(
    11,
    '6',
    [
      ['2', { points: 14 }],
      ['6', { points: 12, missed: -4 }],
      ['5', { points: 3 }],
      ['3', { points: -31, most: true }],
      ['1', { mate: -4 }],
      ['7', { mate: -2 }],
    ],
    { line: ['6', '5', '5', '3'], more: 1 },
  ),
]
const openWhy = (more, why) => async (page) => {
  await page.getByRole('button', { name: more }).click()
  await page.getByRole('button', { name: why }).click()
  await page.getByRole('dialog').getByRole('table').first().waitFor({ state: 'attached' })
}

const openDelegate = (more, delegate) => async (page) => {
  await page.getByRole('button', { name: more }).click()
  await page.getByRole('button', { name: delegate }).click()
  await page.getByRole('dialog').waitFor()
}

/** Two named people on one device. */
const onOneDevice = (name, acts, more = []) => ({
  name: `self-${name}`,
  path: room,
  entries: entriesOf({ players: [ana, { id: ME, name: 'Bob', colour: 'green' }], moves: '4435', more }),
  act: async (page) => {
    for (const one of acts) await page.getByRole('button', { name: one }).click()
  },
})

export const ROOM_SCENES = [
  onOneDevice('menu', ['More']),
  onOneDevice('resign', ['More', 'Resign']),
  onOneDevice('rename', ['More', /^Rename Ana/]),
  onOneDevice(
    'delegated',
    [],
    [1, 2].map((seat) => ['delegated', { seat, level: 'normal' }]),
  ),
  ...inBothLanguages('why', {
    entries: entriesOf({
      players: [ana, ai('difficult', 'yellow')],
      moves: mid,
      more: [['resigned', { seat: 1, end: { winner: 2, reason: 'resigned' } }]],
    }),
    thoughts: WHY,
    act: openWhy('More', 'Why that move?'),
    fr: { act: openWhy('Plus', 'Pourquoi ce coup') },
  }),
  ...inBothLanguages('delegate', {
    entries: playing([]),
    act: openDelegate('More', 'Let the AI play for me'),
    fr: { act: openDelegate('Plus', 'Laisser l’IA jouer pour moi') },
  }),
  ...inBothLanguages('delegated', {
    entries: playing([['delegated', { seat: 1, level: 'normal' }]]),
  }),
  ...inBothLanguages('clock', {
    since: 8000,
    here: { seats: [true, true], spectators: 2 },
    entries: entriesOf({ players: [ana, long], moves: mid, ms: 19_000, created: { clock: fast } }),
  }),
  {
    name: 'clock-low',
    path: room,
    since: 5000,
    entries: entriesOf({
      players: [ana, zoe],
      moves: mid,
      ms: 9000,
      created: { clock: { base: 50_000, increment: 0 } },
    }),
  },
  {
    name: 'clock-days',
    path: room,
    since: 3_600_000,
    entries: entriesOf({ players: [ana, zoe], moves: mid, created: { clock: { move: 86_400_000 } } }),
  },
  ...inBothLanguages('draw-asked', { entries: playing([['offered', { seat: 2, offer: 'draw' }]]) }),
  ...inBothLanguages('draw-offered', { entries: playing([['offered', { seat: 1, offer: 'draw' }]]) }),
  ...inBothLanguages('takeback-asked', {
    entries: entriesOf({
      players: [ana, long],
      moves: mid,
      more: [['offered', { seat: 2, offer: 'takeback' }]],
    }),
  }),
  ...inBothLanguages('declined', {
    entries: playing([
      ['offered', { seat: 1, offer: 'draw' }],
      ['declined', { seat: 2, offer: 'draw' }],
    ]),
  }),
  ...inBothLanguages('claim-soon', { entries: playing([]), here: away(31_500) }),
  ...inBothLanguages('claim-now', { entries: playing([]), here: away(-100) }),
  ...inBothLanguages('emotes', {
    entries: playing([
      ['emoted', { seat: 1, emote: 'luck' }],
      ['emoted', { seat: 2, emote: 'well-played' }],
    ]),
    since: 500,
  }),
  ...inBothLanguages('emote-menu', {
    entries: playing([]),
    act: (page) => page.getByRole('button', { name: 'Send a reaction' }).click(),
    fr: { act: (page) => page.getByRole('button', { name: 'Envoyer une réaction' }).click() },
  }),
  ...inBothLanguages('room-menu', {
    entries: playing([]),
    act: (page) => page.getByRole('button', { name: 'More' }).click(),
    fr: { act: (page) => page.getByRole('button', { name: 'Plus' }).click() },
  }),
  ...inBothLanguages('self', {
    entries: entriesOf({
      players: [
        { id: ME, colour: 'violet' },
        { id: ME, name: 'Bob', colour: 'green' },
      ],
      moves: '4435',
    }),
  }),
  ...inBothLanguages('self-force3', {
    entries: entriesOf({
      players: [
        { id: ME, colour: 'red' },
        { id: ME, colour: 'blue' },
      ],
      created: { variant: 'force3' },
      moves: ['1', '3'],
    }),
  }),
  ...inBothLanguages('watch', {
    entries: entriesOf({
      players: [ai('easy', 'red'), ai('strong', 'white')],
      moves: mid,
      created: { pace: 800 },
    }),
  }),
  {
    name: 'watch-paused',
    path: room,
    entries: entriesOf({
      players: [ai('easy', 'red'), ai('expert', 'yellow')],
      moves: mid,
      created: { pace: 800 },
      more: [['paced', { ms: 0, paused: true }]],
    }),
  },
  {
    name: 'watch-others',
    path: room,
    me: 'someone-else',
    entries: entriesOf({
      players: [ai('easy', 'red'), ai('expert', 'yellow')],
      moves: mid,
      created: { pace: 800 },
    }),
    here: { seats: [false, false], spectators: 12 },
  },
  ...inBothLanguages('advice', {
    entries: entriesOf({
      players: [ana, long],
      moves: mid,
      created: { advice: [true, true] },
      more: [
        [
          'advised',
          {
            seat: 1,
            move: '6',
            value: { low: { result: 'win', plies: 9 }, high: { result: 'win', plies: 9 } },
          },
        ],
      ],
    }),
  }),
  ...inBothLanguages('advice-lost', {
    entries: entriesOf({
      players: [ana, long],
      moves: mid,
      created: { advice: [true, true] },
      more: [['advised', { seat: 1, move: '6', value: { low: lost, high: lost } }]],
    }),
  }),
  ...inBothLanguages('listed', {
    entries: entriesOf({
      players: [ana, { colour: 'yellow' }],
      joined: false,
      created: { open: true, clock: fast },
    }),
    here: { seats: [true, false], spectators: 0 },
  }),
  ...inBothLanguages('invited-terms', {
    me: FRIEND,
    entries: entriesOf({
      players: [ana, { colour: 'yellow' }],
      joined: false,
      created: { clock: fast, advice: [true, false], variant: 'connect4:9x7:4' },
    }),
    here: { seats: [true, false], spectators: 1 },
  }),
  {
    name: 'imported',
    path: room,
    entries: entriesOf({
      players: [ana, { name: 'Somebody', colour: 'yellow' }],
      joined: false,
      created: { imported: true },
      moves: '4343434',
      end: { winner: 1, reason: 'line', cells: [3, 10, 17, 24] },
    }),
  },
]

/** A moment of a room: see moments.mjs. */
const moment = (name, entries, acts, more) => ({
  name: `room-${name}`,
  path: room,
  entries,
  acts,
  ms: 2900,
  step: 100,
  ...more,
})
const against = (level, moves) => entriesOf({ players: [me, ai(level, 'yellow')], moves })
const moved = (seat, move, end) => (page, send) =>
  send(['moved', { seat, move, ms: 900, ...(end && { end }) }])
const press = (key) => (page) => page.keyboard.press(key)

export const ROOM_MOMENTS = [
  moment('win', against('normal', '434343'), [
    [0, press('4')],
    [100, moved(1, '4', tower)],
  ]),
  moment('loss', against('strong', '345425124125356466622346426'), [
    [0, moved(2, '5', { winner: 2, reason: 'line', cells: [8, 16, 24, 32] })],
  ]),
  moment('draw', entriesOf({ players: [ana, zoe], moves: FULL.slice(0, -1) }), [
    [0, moved(2, '7', { winner: 0, reason: 'draw' })],
  ]),
  moment(
    'resigned',
    playing([]),
    [[0, (page, send) => send(['resigned', { seat: 2, end: { winner: 1, reason: 'resigned' } }])]],
    { ms: 1200 },
  ),
  // The AI answers 50 ms after the move; the page shows the answer when the disc has landed.
  moment(
    'reply',
    against('normal', '44'),
    [
      [0, press('3')],
      [
        50,
        (page, send) =>
          send(['moved', { seat: 1, move: '3', ms: 900 }], ['moved', { seat: 2, move: '5', ms: 9 }]),
      ],
    ],
    { ms: 1600, step: 50 },
  ),
  moment(
    'turn',
    playing([]),
    [
      [300, press('3')],
      [400, moved(1, '3')],
      [1200, moved(2, '5')],
    ],
    { ms: 1800 },
  ),
]
