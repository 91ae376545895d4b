// Scenes of the analysis board, and of replays with analysis.
import { ana, zoe } from './cast.mjs'

/** Parses a value: `+41` wins in 41 plies, `-42` loses, `=` draws, `>` at least, `<` at most a draw, `~12` estimate. */
function value(text) {
  const plies = Number(text.slice(1))
  const exact = (result) => ({ low: result, high: result })
  const draw = { result: 'draw' }
  switch (text[0]) {
    case '+':
      return exact({ result: 'win', plies })
    case '-':
      return exact({ result: 'loss', plies })
    case '=':
      return exact(draw)
    case '>':
      return { low: draw, high: null, estimate: plies }
    case '<':
      return { low: null, high: draw, estimate: plies }
    default:
      return { low: null, high: null, estimate: plies }
  }
}

/** Builds an answer from text like `4:+41 3:= 2:-42`, the best move first. */
export function answer(body, text, { done = true, depth = 0, nodes = 1_234_567 } = {}) {
  const moves = text
    .split(' ')
    .filter(Boolean)
    .map((one) => ({ move: one.slice(0, one.indexOf(':')), value: value(one.slice(one.indexOf(':') + 1)) }))
  return {
    variant: body.variant,
    turn: 'first',
    over: false,
    done,
    value: moves[0]?.value ?? { low: null, high: null, estimate: 0 },
    moves,
    depth,
    nodes,
  }
}

const START = '4:+41 3:= 5:= 2:-42 6:-42 1:-40 7:-40'
const always = (text, more) => (body) => answer(body, text, more)
const deep = { done: false, depth: 14, nodes: 48_291_007 }
const NINE = '5:>31 4:~24 6:~24 3:~9 7:~9 2:~-3 8:<-12 1:-18 9:-18'
const HEX = '123456789abcdef'
const GIANT = [...HEX].map((move, i) => `${move}:~${40 - 9 * Math.abs(i - 8)}`).join(' ')
const FORCE = 'P1:+9 S2:+11 P3:= P7:= P9:= S4:= S6:-8 S8:-8 P2:-6 P4:-6 P6:-4 P8:-4'
const away = () => ({ status: 503, code: 'no_worker', text: '', retry: true })

/**
 * A game, and the value of its position at each ply: with ply 2 a long win is let go; plies 5 and 11 are mistakes of the
 * second player, ply 8 one of the first.
 */
const GAME = '4 4 3 5 6 2 3 3 5 4 5 5 2 6'.split(' ')
const VALUES = '+41 -40 +39 = = = +9 -8 +7 = = = +3 -2 +1'.split(' ')
const gameAnalysis = (body) => {
  const ply = body.moves.length
  const next = GAME[ply]
  const now = VALUES[ply] ?? '='
  // The value of a move is the negated value of the position after it.
  const negated = (text) =>
    text[0] === '+' ? `-${Number(text.slice(1)) + 1}` : `+${Number(text.slice(1)) + 1}`
  const after = VALUES[ply + 1] ?? '='
  const moveValue = after[0] === '=' ? '=' : negated(after)
  const others = [...'1234567'].filter((move) => move !== next)
  return answer(
    body,
    [
      `${others[3]}:${now}`,
      `${next}:${moveValue}`,
      ...others.filter((_, i) => i !== 3).map((move) => `${move}:-6`),
    ].join(' '),
  )
}
const gameWithMistakes = {
  room: 'k7m2p9x4w3tq',
  game: 1,
  variant: 'connect4:7x6:4',
  players: [ana, zoe],
  first: 1,
  started: '2026-11-21T10:00:04Z',
  ended: '2026-11-21T10:02:10Z',
  moves: GAME,
  ms: GAME.map((_, i) => 1500 + ((i * 7919) % 9000)),
  end: { winner: 1, reason: 'resigned' },
}

/** A game on a tray of which only one position has values. */
const trayGame = (variant, moves) => ({
  ...gameWithMistakes,
  variant,
  moves: moves.split(' '),
  ms: moves.split(' ').map(() => 2000),
})

const boardScene = (name, query, scene) => ({
  name: `analysis-${name}`,
  path: `/analysis?${query}`,
  ...scene,
})
const reviewGame = (name) => async (page) => {
  await page.getByRole('button', { name }).click()
  await page.waitForTimeout(7000)
}
const enableAnalysis = (page) => page.addInitScript(() => localStorage.setItem('quatre.analysis', 'on'))
const replay = '/games/k7m2p9x4w3tq/1'
/** The coach at a ply of a replay. */
const coachScene = (name, ply, scene) => ({
  name: `coach-${name}`,
  path: `${replay}?ply=${ply}`,
  games: [gameWithMistakes],
  analysis: gameAnalysis,
  before: enableAnalysis,
  wait: 1500,
  ...scene,
})

export const ANALYSIS_SCENES = [
  { name: 'analysis-start', path: '/analysis', analysis: always(START) },
  { name: 'analysis-start-fr', path: '/analysis', locale: 'fr-FR', analysis: always(START) },
  boardScene('mid', 'moves=4444435', {
    analysis: always('5:+5 3:= 2:= 6:<-4 1:-12 7:-10 4:-8'),
    act: (page) => page.getByRole('button', { name: /^Column 2,/ }).hover(),
  }),
  boardScene('open-fr', 'variant=connect4:9x7:4&moves=5545', {
    locale: 'fr-FR',
    analysis: always(NINE, deep),
  }),
  boardScene('giant', 'variant=connect4:15x15:5&moves=88788', { analysis: always(GIANT, deep) }),
  boardScene('squares', 'variant=tictactoe&moves=b2+a2', {
    analysis: always('a1:+5 a3:+5 c1:+5 c3:+5 b1:= b3:= c2:='),
  }),
  boardScene('tiles', 'variant=force3', { analysis: always(FORCE) }),
  boardScene('tiles-taken', 'variant=force3&moves=P1+P3', {
    analysis: always('P7:+7 M1-7:+9 P2:= P4:= P6:= P8:= P9:= M1-9:= M1-2:= S2:= S4:= S6:-6 S8:-4'),
    act: (page) => page.keyboard.press('1'),
  }),
  boardScene('over', 'moves=4343434', { analysis: away }),
  boardScene('away-fr', 'moves=44', { locale: 'fr-FR', analysis: away }),
  boardScene('nothing', 'moves=44', { analysis: always('', { done: false }) }),
  boardScene('colours', 'moves=44&colours=violet-white&first=2', { analysis: always(START) }),
  coachScene('mine', 8),
  coachScene('mine-fr', 8, { locale: 'fr-FR' }),
  coachScene('theirs', 5),
  coachScene('theirs-fr', 5, { locale: 'fr-FR' }),
  coachScene('after', 9),
  coachScene('long-win', 2),
  coachScene('long-win-fr', 2, { locale: 'fr-FR' }),
  coachScene('lost', 7, {
    act: async (page) => {
      await page.getByText('Moves from here, best first').click()
      await page.getByRole('list', { name: 'Moves from here' }).scrollIntoViewIfNeeded()
    },
  }),
  coachScene('squares', 1, {
    games: [trayGame('tictactoe', 'b2 a2 a1 c3')],
    analysis: always('a1:= a3:= c1:= c3:= a2:-6 b1:-6 b3:-6 c2:-6'),
  }),
  coachScene('tiles', 3, {
    games: [trayGame('force3', 'P1 P9 P3 M9-8 P2')],
    analysis: always('P2:+9 M9-6:= P4:-8 P7:-8 M9-8:-2 S2:-4'),
  }),
  ...[undefined, 'fr-FR'].map((locale) => ({
    name: `turning${locale ? '-fr' : ''}`,
    path: `${replay}?turning`,
    locale,
    games: [gameWithMistakes],
    analysis: gameAnalysis,
    wait: 1500,
  })),
  { name: 'review-off', path: replay, games: [gameWithMistakes], analysis: gameAnalysis },
  {
    name: 'review-on',
    path: `${replay}?ply=8`,
    games: [gameWithMistakes],
    analysis: gameAnalysis,
    before: enableAnalysis,
  },
  {
    name: 'review-whole',
    path: `${replay}?ply=8`,
    games: [gameWithMistakes],
    analysis: gameAnalysis,
    before: enableAnalysis,
    act: reviewGame('Analyse the whole game'),
  },
  {
    name: 'review-whole-fr',
    path: `${replay}?ply=10`,
    locale: 'fr-FR',
    games: [gameWithMistakes],
    analysis: gameAnalysis,
    before: enableAnalysis,
    act: reviewGame('Analyser toute la partie'),
  },
]
