/**
 * A puzzle while a person solves it: the attempt, the hints, and the analysis of the position that the page needs to know
 * more about. Its board calls `show` and `hear`; nothing here waits.
 */
import { Analyser } from '../analysis/analyser.svelte'
import { gameOver } from '../analysis/gameover'
import { movesString } from '../analysis/line'
import type { Analysis } from '../protocol/analysis'
import { canExplain, lightsOf, shownReason, type Lights } from '../reasons/lights'
import { otherSeat } from '../protocol/entries'
import { turnOf, withReply } from './asked'
import { explain, rightMove, solution, type Attempt } from './attempt'
import { calendar } from './days.svelte'
import { isHold, type Puzzle } from './puzzle'
import { changeTraining, withTry, type Training } from './training'
import { Trial } from './trial.svelte'

/** The hints of a turn, in their order. `cells` is left out where there are none to show. */
export type Hint = 'none' | 'theme' | 'cells' | 'move'

export class Solving extends Trial<Puzzle> {
  /** whether the person knew the answer before this attempt */
  knew = $state(false)
  /** how many hints the person has asked for in this turn */
  #asked = $state(0)
  /** whether the person has had a hint in this attempt */
  hinted = $state(false)
  /** whether a hint has shown where to play */
  shown = $state(false)
  readonly analyser = new Analyser()

  constructor(
    puzzle: Puzzle,
    /**
     * called when something counts: a wrong move, a hint that shows where to play, or that it is solved. `training`: with
     * it; null: the person knew the answer
     */
    readonly oncounts: (what: 'wrong' | 'shown' | 'solved', training: Training | null) => void,
    /** whether the solution is shown at first */
    knew = false,
  ) {
    super(puzzle)
    this.knew = knew
    if (knew) this.attempt = solution(puzzle)
    this.settled = this.moves.length
  }

  /** Whether no move was wrong, and no hint has shown where to play. */
  readonly alone = $derived.by(() => this.attempt.wrong.length === 0 && !this.shown)
  /** Whether the answer to the last move wins at once. */
  readonly losesAtOnce = $derived.by(() => {
    const { last, played, found } = this.attempt
    const line = [...this.task.moves, ...played.slice(0, 2 * found), last?.move ?? '', this.reply ?? '']
    return gameOver(this.game, this.game.at(line, this.task.first), line.length) !== null
  })

  /** The position that must be analysed for what comes next; null: none. */
  readonly wanted = $derived.by((): readonly string[] | null => {
    const { phase, played, found } = this.attempt
    if (phase === 'asked') return !this.turn || (this.#asked > 1 && this.#mayLight) ? this.moves : null
    if (phase === 'right' || phase === 'wrong') return this.reply === undefined ? this.moves : null
    if (phase === 'explained') return [...this.task.moves, ...played.slice(0, 2 * found + 1)]
    return this.over && this.#mayLight ? this.task.moves : null
  })
  /** The final analysis of that position; null: none yet. */
  readonly analysis = $derived.by((): Analysis | null => {
    const { query, analysis } = this.analyser
    const asked = this.wanted && query?.moves === movesString(this.game, this.wanted)
    return asked && analysis?.done ? analysis : null
  })
  /** Whether the answer to what is wanted does not come. */
  readonly stuck = $derived.by(
    () => this.wanted !== null && /waiting|stalled|refused/.test(this.analyser.stage),
  )

  /** Whether the position of the puzzle may have a reason. */
  get #mayLight(): boolean {
    return canExplain(this.game) && !isHold(this.task)
  }
  readonly hint = $derived.by((): Hint => {
    if (this.attempt.phase !== 'asked' || this.#asked === 0) return 'none'
    if (this.#asked === 1) return 'theme'
    const waits = this.#mayLight && !this.analysis && !this.stuck
    return this.#asked === 2 && (waits || this.lights !== null) ? 'cells' : 'move'
  })
  /** Why somebody wins the position that is analysed; null: no short reason is known. */
  readonly reason = $derived.by(() => shownReason(this.analysis?.reason))
  /** What the board shows: the cells of a hint, or why a wrong move loses; null: nothing. */
  readonly lights = $derived.by((): Lights | null => {
    const explained = this.attempt.phase === 'explained'
    if (!explained && (this.#asked !== 2 || this.attempt.phase !== 'asked')) return null
    const reason = this.reason
    const winner = explained ? otherSeat(this.seat) : this.seat
    const position = this.game.at(this.wanted ?? [], this.task.first)
    if (reason) return lightsOf(this.game, position, winner, reason, { numbered: explained })
    const begin = explained ? null : this.#begin()
    return begin === null
      ? null
      : { winner, lit: [], lines: [], crosses: [], diamonds: [begin], numbers: [], allowed: [] }
  })
  /** The move that the last hint shows; null: it shows none. */
  readonly advice = $derived.by(() =>
    this.hint === 'move' ? (rightMove(this, this.attempt.found) ?? null) : null,
  )

  /** The cell of the disc or the tile that the right move takes; null: it begins outside the board. */
  #begin(): number | null {
    const right = rightMove(this, this.attempt.found)
    const choice = this.game.at(this.moves, this.task.first).choices.find(({ move }) => move === right)
    return choice?.source && 'cell' in choice.source ? choice.source.cell : null
  }

  override play(move: string): void {
    super.play(move)
    const { phase, found } = this.attempt
    if (phase === 'wrong' || this.over) this.#count(this.over ? 'solved' : 'wrong')
    if (phase === 'wrong' && this.reply === undefined && this.ended)
      this.learn(found, withReply(this.turn!, move, { moves: [] }))
  }

  explain(): void {
    this.change(explain(this, this.attempt))
  }

  giveHint(): void {
    this.#asked = this.hinted ? Math.max(2, this.#asked + 1) : 1
    this.hinted = true
    if (this.#asked === 1) return
    this.shown = true
    this.#count('shown')
  }

  /** Keeps what counts in the training, unless the person knew the answer. */
  #count(what: 'wrong' | 'shown' | 'solved'): void {
    const tried = { solved: what === 'solved' && this.alone, hinted: this.hinted }
    const train = (known: Training) => withTry(known, this.task, calendar.today, tried)
    this.oncounts(what, this.knew ? null : changeTraining(train))
  }

  /** Looks for the quickest win after a slow one, or begins again. */
  override again(): void {
    this.isNew = this.knew = true
    if (this.attempt.phase === 'slow') this.settle()
    else super.again()
  }

  /** Takes over the analysis of the position that is wanted. */
  hear(analysis: Analysis): void {
    const { phase, found, last } = this.attempt
    if (phase === 'asked' && !this.turn) this.learn(found, turnOf(this.task, found, analysis))
    const at = phase === 'right' ? found - 1 : found
    if (phase === 'right' || phase === 'wrong')
      this.learn(at, withReply(this.turns[at]!, last!.move, analysis))
  }

  protected override change(next: Attempt): void {
    if (next.played !== this.attempt.played) this.#asked = 0
    super.change(next)
  }
}
