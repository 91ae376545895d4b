// Scenes of finished games: list, files, replays and statistics; and the settings.
import { ana, zoe } from './cast.mjs'
import { FRIEND, entriesOf } from './hub.mjs'

const won = {
  room: 'k7m2p9x4w3tq',
  name: 'k7m2p9x4w3tq',
  game: 1,
  variant: 'connect4:7x6:4',
  players: [ana, { level: 'normal', colour: 'yellow' }],
  first: 1,
  started: '2026-11-21T10:00:04Z',
  ended: '2026-11-21T10:00:10Z',
  moves: ['4', '3', '4', '3', '4', '3', '4'],
  ms: [2000, 1500, 500, 500, 12_400, 500, 75_000],
  end: { winner: 1, reason: 'line', cells: [3, 10, 17, 24] },
}
const giant = {
  ...won,
  game: 2,
  variant: 'connect4:15x15:5',
  players: [
    { id: FRIEND, name: 'Maximilienne de la Tour', colour: 'green' },
    { ...ana, colour: 'violet' },
  ],
  moves: [...'123456789abcdefedcba987654321123456789abcdefedcba987654321'],
  ms: Array.from({ length: 58 }, (_, i) => (i * 37_123) % 90_000),
  ended: '2026-11-21T10:31:10Z',
  end: { winner: 2, reason: 'time' },
}
const tictactoe = {
  ...won,
  game: 3,
  variant: 'tictactoe',
  moves: ['b2', 'a1', 'c3', 'a3', 'a2', 'c2', 'b1', 'b3', 'c1'],
  ms: [900, 800, 700, 900, 800, 700, 900, 800, 700],
  end: { winner: 0, reason: 'draw' },
  imported: true,
}
const force3 = {
  ...won,
  game: 4,
  variant: 'force3',
  players: [zoe, ana],
  moves: ['P1', 'P9', 'P3', 'P7', 'S2'],
  ms: [4000, 5000, 3000, 7000, 2500],
  end: { winner: 0, reason: 'agreed' },
}
const games = [
  won,
  giant,
  tictactoe,
  force3,
  { ...won, game: 5, players: [zoe, ana], end: { winner: 1, reason: 'resigned' } },
  { ...won, game: 6, players: [{ id: 'x', colour: 'blue' }, zoe], end: { winner: 2, reason: 'left' } },
  {
    ...won,
    game: 7,
    players: [
      { level: 'very-easy', colour: 'red' },
      { level: 'strong', colour: 'yellow' },
    ],
    first: 2,
    end: { winner: 2, reason: 'line', cells: [3, 10, 17, 24] },
  },
]
/** How the AI came to its moves in the first game. */
const thoughts = [1, 3, 5].map((ply) => ({
  ply,
  seat: 2,
  move: '3',
  thought: {
    depth: 3,
    nodes: 284,
    ms: 1,
    moves: [
      { move: '3', points: ply },
      { move: '5', points: -2 },
      { move: '1', missed: -4 },
      { move: '7', mate: -4 },
    ],
    line: ['3', '4', '3'],
  },
}))

const DAY = 86_400_000
const ago = (days) => {
  const day = new Date(Date.now() - days * DAY)
  const twoDigits = (n) => String(n).padStart(2, '0')
  return `${day.getFullYear()}-${twoDigits(day.getMonth() + 1)}-${twoDigits(day.getDate())}`
}
const group = (game, variant, opponent, level, won, drawn, lost) => ({
  game,
  variant,
  opponent,
  level,
  games: won + drawn + lost,
  won,
  drawn,
  lost,
})
const stats = {
  games: 131,
  won: 74,
  drawn: 9,
  lost: 48,
  groups: [
    group('connect4', 'connect4:7x6:4', 'human', undefined, 31, 2, 20),
    group('connect4', 'connect4:7x6:4', 'ai', 'normal', 28, 1, 12),
    group('connect4', 'connect4:15x15:5', 'ai', 'very-easy', 9, 0, 0),
    group('tictactoe', 'tictactoe', 'ai', 'expert', 0, 6, 9),
    group('force3', 'force3:fair', 'human', undefined, 6, 0, 7),
  ],
  streak: { current: 3, best: 11 },
  mean_ms: 4260,
  considered: 156,
  days: Array.from({ length: 44 }, (_, i) => ({
    day: ago((i * i) % 361),
    won: (i * 7) % 4,
    drawn: i % 5 === 0 ? 1 : 0,
    lost: (i * 5) % 3,
  })),
}
const nothing = {
  games: 0,
  won: 0,
  drawn: 0,
  lost: 0,
  groups: [],
  streak: { current: 0, best: 0 },
  mean_ms: 0,
  considered: 0,
  days: [],
}

const replay = '/games/k7m2p9x4w3tq'
const button = (name) => (page) => page.getByRole('button', { name, exact: true }).click()
const importing = async (page) => {
  await button('Import')(page)
  await page.getByRole('dialog').waitFor()
}
const paste = (text) => async (page) => {
  await importing(page)
  await page.getByRole('textbox').fill(text)
  await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click()
  await page.locator('dialog [role=alert] p, dialog [role=status] strong').first().waitFor()
}
const text = '[Variant "connect4:7x6:4"]\n[First "3"]\n[Result "1-0"]\n\n1. 4 3 2. 4 3 1-0\n'
const bad = {
  status: 422,
  code: 'bad_import',
  text: 'First is 1 or 2, not "3".',
  retry: false,
  line: 2,
  column: 9,
}
const settings = async (page) => {
  await page.getByRole('button', { name: /^(Settings|Réglages)$/ }).click()
  await page.getByRole('dialog').waitFor()
}

export const HISTORY_SCENES = [
  { name: 'games', path: '/games', games, next: 'c' },
  { name: 'games-fr', path: '/games?of=all&game=connect4&opponent=ai', games, locale: 'fr-FR' },
  { name: 'games-empty', path: '/games' },
  { name: 'games-none', path: '/games?result=drawn' },
  { name: 'export', path: '/games', games, act: button('Export') },
  { name: 'import', path: '/games', games, act: importing },
  { name: 'import-bad', path: '/games', games, imports: bad, act: paste(text) },
  {
    name: 'import-bad-long',
    path: '/games',
    imports: { ...bad, line: 1, column: 400 },
    act: paste(JSON.stringify({ quatre: 1, games })),
  },
  {
    name: 'import-done',
    path: '/games',
    games,
    imports: {
      status: 201,
      games: games.map(({ room, game }) => ({ room, game })),
      known: 2,
      dropped: ['Event', 'Site'],
    },
    act: paste(text),
  },
  { name: 'replay', path: `${replay}/1`, games },
  {
    name: 'replay-why',
    path: `${replay}/1?ply=4`,
    games,
    thoughts,
    act: async (page) => {
      await page.getByText('More', { exact: true }).click()
      await button('Why that move?')(page)
      await page.getByRole('dialog').getByRole('table').first().waitFor({ state: 'attached' })
    },
  },
  { name: 'replay-ply-fr', path: `${replay}/1?ply=3`, games, locale: 'fr-FR' },
  { name: 'replay-giant-fr', path: `${replay}/2`, games, locale: 'fr-FR' },
  { name: 'replay-tictactoe', path: `${replay}/3`, games },
  { name: 'replay-force3', path: `${replay}/4`, games },
  {
    name: 'replay-playing',
    path: `${replay}/1?ply=2`,
    games,
    act: (page) => page.keyboard.press('Space'),
  },
  { name: 'replay-gone', path: `${replay}/1` },
  { name: 'stats', path: '/stats', stats },
  { name: 'stats-30-fr', path: '/stats?days=30', stats, locale: 'fr-FR' },
  {
    name: 'stats-365',
    path: '/stats?days=365',
    stats,
    act: (page) => page.locator('summary').click(),
  },
  {
    name: 'stats-groups',
    path: '/stats',
    stats,
    act: (page) => page.evaluate(() => scrollTo(0, 9999)),
  },
  { name: 'stats-empty', path: '/stats', stats: nothing },
  { name: 'stats-away-fr', path: '/stats', locale: 'fr-FR' },
  { name: 'settings', path: '/', act: settings },
  {
    name: 'settings-fr',
    path: '/r/k7m2p9x4w3tq',
    locale: 'fr-FR',
    entries: entriesOf({ players: [ana, zoe], moves: '4435' }),
    act: settings,
  },
]
