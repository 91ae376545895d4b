/**
 * The three steps of the lesson of Force 3: a position of the variant itself, and the turns that the step accepts. The
 * texts say only what is true in the variant, so they follow from what its rules offer.
 */
import { kindOf, nextStep } from '../games/force3hints'
import { holeOf, type GameView, type Kind, type Lock } from '../games/game'
import { m } from '../paraglide/messages'

export interface Step {
  kind: Kind
  /** the variant, with only the turns that this step accepts */
  game: GameView
  /** the moves before the step. Seat 1 moves next */
  moves: readonly string[]
  /** the only accepted turn; null: any turn of this kind */
  move: string | null
  /** the cells that win after `move` */
  won: readonly number[]
}

/** What differs between the variants. */
export interface Differences {
  /** the first disc goes to a corner */
  corner: boolean
  /** all discs are placed before anything moves */
  placeFirst: boolean
  /** how a disc moves */
  reach: 'anywhere' | 'step' | 'straight-step'
}

/** One disc each. */
const FEW = ['P1', 'P9']
/** All discs are placed. The slide of tile 2 then lines up seat 1's discs on a diagonal. */
const ALL = ['P1', 'P3', 'P9', 'P7', 'P2', 'P8']
const SLIDE = 'S2'
const DIAGONAL = [6, 4, 2]

const movesOf = (game: GameView, moves: readonly string[]) =>
  game.at(moves, 1).choices.map(({ move }) => move)

const ASKED: Record<Kind, () => string> = {
  place: () => m.guide({ guide: 'place' }),
  move: () => m.guide({ guide: 'move' }),
  slide: m.lesson_slide_marked,
}

/** Only the turns that `accepts` accepts. A tap elsewhere tells what the step asks for. */
const only = (game: GameView, kind: Kind, accepts: (move: string) => boolean): GameView => ({
  ...game,
  at: (moves, first, colours) => {
    const position = game.at(moves, first, colours)
    const choices = position.choices.filter(({ move }) => accepts(move))
    const hole = holeOf(position).id
    const spots = position.spots.map((spot) => ({ ...spot, next: nextStep(spot.id, hole, choices) }))
    const idle = spots.filter(({ next }) => !next).map(({ id }) => id)
    const asked = idle.map((id): Lock => ({ cell: null, spots: [id], reason: ASKED[kind] }))
    const locks = position.locks.filter(({ spots }) => !idle.includes(spots[0]!))
    return { ...position, choices, spots, locks: [...locks, ...asked] }
  },
})

/** What is special in this variant of Force 3. */
export function differences(game: GameView): Differences {
  const later = movesOf(game, ALL)
  return {
    corner: !movesOf(game, []).includes('P2'),
    placeFirst: !movesOf(game, FEW).some((move) => move.startsWith('M')),
    reach: later.includes('M1-6') ? 'anywhere' : later.includes('M2-4') ? 'step' : 'straight-step',
  }
}

/** The steps of the lesson in this variant of Force 3. */
export function stepsOf(game: GameView): Step[] {
  const anyOf = (kind: Kind, moves: readonly string[]): Step => ({
    kind,
    game: only(game, kind, (move) => {
      const phrase = game.phrase(move)
      return phrase !== null && kindOf(phrase) === kind
    }),
    moves,
    move: null,
    won: [],
  })
  return [
    anyOf('place', []),
    anyOf('move', differences(game).placeFirst ? ALL : FEW),
    {
      kind: 'slide',
      game: only(game, 'slide', (move) => move === SLIDE),
      moves: ALL,
      move: SLIDE,
      won: DIAGONAL,
    },
  ]
}
