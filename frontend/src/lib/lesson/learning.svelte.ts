/** A lesson while a person does it. */
import { losing } from '../analysis/slip'
import { Trial } from '../puzzle/trial.svelte'
import { addLearned, type Lesson } from './lessons'

export class Learning extends Trial<Lesson> {
  /** how many wrong moves were tried at this turn */
  readonly wrong = $derived.by(() => this.attempt.wrong.filter((turn) => turn === this.attempt.found).length)

  /** What the lesson does not name is wrong. The other side answers with a line if it can; else the move is taken back. */
  override play(move: string): void {
    const { turn } = this
    if (turn && !turn.outcomes[move]) {
      const [line] = losing(this.game, this.moves, move)
      const replies = { [move]: line?.[1] ?? '', ...turn.replies }
      this.learn(this.attempt.found, { ...turn, outcomes: { ...turn.outcomes, [move]: 'loss' }, replies })
    }
    super.play(move)
    if (this.over) addLearned(this.task.name)
  }
}
