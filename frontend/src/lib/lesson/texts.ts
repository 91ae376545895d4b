/** The texts of the lessons, by their names. */
import { m } from '../paraglide/messages'

interface Texts {
  title: () => string
  /** the idea and what to do */
  task: () => string
  /** what is said when it is done */
  done: () => string
  /** why a wrong move is wrong */
  wrong: () => string
}

const texts = (title: Texts['title'], task: Texts['task'], done: Texts['done'], wrong: Texts['wrong']) => ({
  title,
  task,
  done,
  wrong,
})

/* prettier-ignore */
export const TEXTS: Readonly<Record<string, Texts>> = {
  drop: texts(m.lessons_drop, m.lessons_drop_text, m.lessons_drop_done, m.lessons_drop_wrong),
  line: texts(m.lessons_line, m.lessons_line_text, m.lessons_line_done, m.lessons_line_wrong),
  block: texts(m.lessons_block, m.lessons_block_text, m.lessons_block_done, m.lessons_block_wrong),
  fork: texts(m.lessons_fork, m.lessons_fork_text, m.lessons_fork_done, m.lessons_fork_wrong),
  stop: texts(m.lessons_stop, m.lessons_stop_text, m.lessons_stop_done, m.lessons_stop_wrong),
  centre: texts(m.lessons_centre, m.lessons_centre_text, m.lessons_centre_done, m.lessons_centre_wrong),
  chain: texts(m.lessons_chain, m.lessons_chain_text, m.lessons_chain_done, m.lessons_chain_wrong),
  wait: texts(m.lessons_wait, m.lessons_wait_text, m.lessons_wait_done, m.lessons_wait_wrong),
  poison: texts(m.lessons_poison, m.lessons_poison_text, m.lessons_poison_done, m.lessons_poison_wrong),
  rows: texts(m.lessons_rows, m.lessons_rows_text, m.lessons_rows_done, m.lessons_rows_wrong),
  plan: texts(m.lessons_plan, m.lessons_plan_text, m.lessons_plan_done, m.lessons_plan_wrong),
  last: texts(m.lessons_last, m.lessons_last_text, m.lessons_last_done, m.lessons_last_wrong),
  answer: texts(m.lessons_answer, m.lessons_answer_text, m.lessons_answer_done, m.lessons_answer_wrong),
  zugzwang: texts(m.lessons_zugzwang, m.lessons_zugzwang_text, m.lessons_zugzwang_done, m.lessons_zugzwang_wrong),
  endgame: texts(m.lessons_endgame, m.lessons_endgame_text, m.lessons_endgame_done, m.lessons_endgame_wrong),
  place: texts(m.lessons_place, m.lessons_place_text, m.lessons_place_done, m.lessons_place_wrong),
  move: texts(m.lessons_move, m.lessons_move_text, m.lessons_move_done, m.lessons_move_wrong),
  slide: texts(m.lessons_slide, m.lessons_slide_text, m.lessons_slide_done, m.lessons_slide_wrong),
  two: texts(m.lessons_two, m.lessons_two_text, m.lessons_two_done, m.lessons_two_wrong),
  threats: texts(m.lessons_threats, m.lessons_threats_text, m.lessons_threats_done, m.lessons_threats_wrong),
}
