// Scenes of the start page with its options, quick pairing, and the lobby.
import { ana, room, zoe } from './cast.mjs'
import { FRIEND, ME, entriesOf } from './hub.mjs'

const ago = (minutes) => Date.now() - minutes * 60_000
const item = (id, more) => ({
  room: id,
  variant: 'connect4:7x6:4',
  players: [zoe, { colour: 'red' }],
  clock: null,
  since: ago(0),
  ply: 0,
  score: [0, 0],
  ...more,
})
const lobby = {
  waiting: [
    item('aaaa', { since: ago(3) }),
    item('bbbb', {
      variant: 'connect4:15x15:5',
      players: [{ id: 'x', colour: 'green', name: 'Maximilienne de la Tour' }, { colour: 'violet' }],
      clock: { base: 180_000, increment: 2000 },
    }),
    item('cccc', {
      variant: 'force3:fair',
      players: [{ id: 'y', colour: 'blue' }, { colour: 'white' }],
      clock: { move: 86_400_000 },
      since: ago(130),
    }),
    item('dddd', { players: [ana, { colour: 'yellow' }] }),
  ],
  playing: [
    item('eeee', {
      players: [zoe, { id: 'x', colour: 'blue', name: 'Bo' }],
      ply: 17,
      first: 2,
      moves: '44352445536625331',
      spectators: 2,
    }),
    item('ffff', {
      variant: 'connect4:9x7:4',
      players: [
        { level: 'strong', colour: 'red' },
        { level: 'very-easy', colour: 'yellow' },
      ],
      ply: 8,
      first: 1,
      moves: '55465764',
      since: ago(1),
    }),
    item('gggg', {
      variant: 'force3',
      players: [
        { ...ana, name: undefined },
        { level: 'normal', colour: 'violet' },
      ],
      ply: 5,
      first: 1,
      moves: 'P1 P9 P3 M9-8 S2',
    }),
    // An older hub does not say the moves.
    item('hhhh', { variant: 'tictactoe', players: [zoe, ana], ply: 3 }),
  ],
}

/** Stores choices in the browser. */
const chosen = (choices) => (page) =>
  page.addInitScript((kept) => localStorage.setItem('quatre.choices', kept), JSON.stringify(choices))
const options = async (page) => {
  await page.locator('button.options').click()
  await page.getByRole('dialog').waitFor()
}
/** Keeps a custom level, and chooses it as the AI of the start page. */
const ownLevel = 'custom:depth=4,open3=100,open2=10,open1=1,name=Maximilienne de la Tour'
const ownLevels = async (page) => {
  await chosen({ level: ownLevel, levels: [ownLevel, 'strong'] })(page)
  await page.addInitScript((kept) => localStorage.setItem('quatre.levels', kept), JSON.stringify([ownLevel]))
}
const levels = async (page) => {
  await page.locator('summary').click()
  await page.getByRole('button', { name: /^(Your own levels|Vos niveaux)/ }).click()
  await page.getByRole('dialog').waitFor()
}
const bottom = async (page) => {
  await options(page)
  await page.evaluate(() => document.querySelector('dialog').scrollTo(0, 9999))
}
/** Stores a search in the tab that began `seconds` ago. */
const searching = (seconds) => (page) =>
  page.addInitScript((since) => {
    const search = {
      wanted: { id: 'p', variant: 'connect4:7x6:4' },
      since: Date.now() - since,
      room: 'k7m2p9x4w3tq',
      seat: 'mine',
      asked: Date.now(),
    }
    sessionStorage.setItem('quatre.search', JSON.stringify(search))
  }, seconds * 1000)
const waiting = {
  path: room,
  entries: entriesOf({ players: [ana, { colour: 'yellow' }], joined: false, created: { open: true } }),
  here: { seats: [true, false], spectators: 0 },
  pair: { room: 'k7m2p9x4w3tq', seat: 'mine' },
}
const all = {
  game: 'connect4',
  size: { columns: 4, rows: 9, align: 5 },
  colour: 'green',
  otherColour: 'violet',
  clock: { base: 300_000, increment: 3000 },
  starter: 'loser',
  advice: 'both',
  open: true,
  level: 'very-easy',
  name: 'Maximilienne',
}

/** The rooms that the browser remembers: Ben waits for the person, and a game against the AI goes on. */
const running = async (page) => {
  await chosen({ name: 'Amélie' })(page)
  const ben = { id: FRIEND, name: 'Ben', colour: 'yellow' }
  const kept = { variant: 'connect4:7x6:4', phase: 'playing', me: ME, turn: 1, open: false, at: Date.now() }
  const games = [
    { ...kept, room: 'aaaa', players: [ana, { level: 'normal', colour: 'yellow' }] },
    { ...kept, room: 'bbbb', players: [ana, ben] },
  ]
  await page.addInitScript((list) => localStorage.setItem('quatre.rooms', list), JSON.stringify(games))
}

export const START_SCENES = [
  {
    name: 'level-list',
    path: '/',
    act: (page) => page.getByRole('button', { name: /^AI level/ }).click(),
  },
  {
    name: 'level-list-fr',
    path: '/',
    locale: 'fr-FR',
    act: (page) => page.getByRole('button', { name: /^Niveau de l’IA/ }).click(),
  },
  {
    name: 'level-list-tictactoe',
    path: '/',
    before: chosen({ game: 'tictactoe' }),
    act: (page) => page.getByRole('button', { name: /^AI level/ }).click(),
  },
  {
    name: 'level-list-force3-fr',
    path: '/',
    locale: 'fr-FR',
    before: chosen({ game: 'force3' }),
    act: (page) => page.getByRole('button', { name: /^Niveau de l’IA/ }).click(),
  },
  { name: 'home', path: '/' },
  { name: 'home-running', path: '/', before: running },
  { name: 'home-running-fr', path: '/', locale: 'fr-FR', before: running },
  { name: 'home-fr', path: '/', locale: 'fr-FR' },
  { name: 'home-all-fr', path: '/', locale: 'fr-FR', before: chosen(all) },
  { name: 'home-force3', path: '/', before: chosen({ game: 'force3' }) },
  {
    name: 'home-refused-fr',
    path: '/',
    locale: 'fr-FR',
    create: { code: 'bad_clock', text: '', retry: false },
    act: (page) => page.locator('.friend').click(),
  },
  { name: 'home-focus', path: '/', act: (page) => page.locator('button.options').focus() },
  { name: 'options', path: '/', act: options },
  { name: 'options-all-fr', path: '/', locale: 'fr-FR', before: chosen(all), act: options },
  { name: 'options-end-fr', path: '/', locale: 'fr-FR', before: chosen(all), act: bottom },
  { name: 'options-force3', path: '/', before: chosen({ game: 'force3', placed: true }), act: options },
  { name: 'options-force3-fr', path: '/', locale: 'fr-FR', before: chosen({ game: 'force3' }), act: options },
  {
    name: 'options-wrong',
    path: '/',
    before: chosen({
      ...all,
      size: { columns: 4, rows: 4, align: 4 },
      clock: { base: 300_000, increment: 7000 },
    }),
    act: async (page) => {
      await options(page)
      await page.getByRole('spinbutton', { name: 'In a row' }).fill('5')
      await page.getByLabel('Minutes per player').fill('999')
    },
  },
  { name: 'levels', path: '/', before: ownLevels, act: levels },
  { name: 'levels-fr', path: '/', locale: 'fr-FR', before: ownLevels, act: levels },
  {
    name: 'levels-wrong-fr',
    path: '/',
    locale: 'fr-FR',
    act: async (page) => {
      await levels(page)
      await page.getByRole('spinbutton').nth(2).fill('5000')
    },
  },
  { name: 'pairing', ...waiting, before: searching(2) },
  { name: 'pairing-offer-fr', locale: 'fr-FR', ...waiting, before: searching(11) },
  { name: 'lobby', path: '/lobby', lobby },
  { name: 'lobby-fr', path: '/lobby', locale: 'fr-FR', lobby },
  {
    name: 'lobby-watch',
    path: '/lobby',
    lobby,
    act: (page) => page.getByRole('radio').nth(1).check({ force: true }),
  },
  {
    name: 'lobby-watch-fr',
    path: '/lobby',
    locale: 'fr-FR',
    lobby: { ...lobby, waiting: [] },
    wait: 900,
  },
  {
    name: 'wall-fr',
    path: '/wall',
    locale: 'fr-FR',
    lobby,
    rooms: Object.fromEntries(
      lobby.playing.map(({ room, moves, ...info }) => [
        room,
        { ...info, phase: 'playing', moves: moves?.match(/M\d-\d|[PS]\d|\w/g) ?? [], end: null },
      ]),
    ),
    wait: 900,
  },
  { name: 'class-fr', path: '/class', locale: 'fr-FR' },
  { name: 'lobby-empty', path: '/lobby' },
  { name: 'lobby-away-fr', path: '/lobby', locale: 'fr-FR', lobby: null, wait: 2500 },
]
