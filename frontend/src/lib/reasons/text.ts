/** What the page says about reasons and plans, in the person's language. */
import { capital } from '../i18n/capital'
import { m } from '../paraglide/messages'
import type { Reason } from '../protocol/schemas'
import type { Lights } from './lights'
import type { Rule } from './plan'
import type { Break } from './prove'

/** The names of the sides: those of their colours. */
export interface Names {
  winner: string
  loser: string
}

/** A reason in two sentences at most. Its cells are lit on the board. */
export function reasonText(reason: Reason, names: Names): string {
  const { kind, moves = [], plan = {}, cells, proof } = reason
  const lit = { ...names, count: cells.length }
  switch (kind) {
    case 'at-once':
      return moves.length > 0 ? m.reason_line(names) : m.reason_line_next(lit)
    case 'fork':
      return moves.length > 0 ? m.reason_fork(names) : m.reason_fork_next(names)
    case 'chain':
      return moves.length > 0 ? m.reason_chain(names) : m.reason_chain_next(names)
    case 'safe':
      return `${m.reason_safe(names)} ${m.reason_end(lit)}`
    case 'follow': {
      const marks = [
        plan.never?.length ? m.reason_never({ count: plan.never.length }) : '',
        plan.first?.length ? m.reason_take() : '',
        plan.pairs?.length ? m.reason_pair(names) : '',
        plan.spare?.length ? m.reason_spare() : '',
      ].join('')
      const first =
        moves.length > 0
          ? m.reason_begin({ ...names, marks, count: moves.length })
          : m.reason_on_top({ ...names, marks })
      // As the grade `clear` demands: nearly all lines end so.
      const forced = proof.zugzwang * 10 >= proof.ends * 9
      return `${first} ${forced ? m.reason_zugzwang(lit) : m.reason_end(lit)}`
    }
    case 'each':
      return '' // always hard, so it is not shown
  }
}

/** What a move has allowed, as a short line: `Move 19 allowed two threats at once.` Empty: nothing. `ply`: from 1. */
export const allowedText = (ply: number, { kind }: Reason): string => m.result_allowed({ ply, kind })

/** The marks of the board with their cells. */
const marksOf = ({ lit, crosses, diamonds, numbers, allowed }: Lights) =>
  [
    { mark: m.reason_mark_lit(), cells: lit },
    { mark: m.reason_mark_cross(), cells: crosses },
    { mark: m.reason_mark_diamond(), cells: diamonds },
    ...numbers.map((cell, i) => ({ mark: m.reason_mark_number({ n: i + 1 }), cells: [cell] })),
    { mark: m.plan_allowed(), cells: allowed },
  ].filter(({ cells }) => cells.length > 0)

/** The marks of the board in words, for those who do not see it. */
export function lightsText(lights: Lights, columns: number): string {
  const where = (cell: number) =>
    m.heard_column_row({ column: (cell % columns) + 1, row: Math.floor(cell / columns) + 1 })
  return marksOf(lights)
    .map(({ mark, cells }) => capital(m.reason_where({ mark, cells: cells.map(where).join('; ') })))
    .join(' ')
}

/** What the lights say of a cell; empty: nothing. */
const lightText = (lights: Lights, cell: number): string =>
  marksOf(lights)
    .flatMap(({ mark, cells }) => (cells.includes(cell) ? [mark] : []))
    .join(', ')

/** What a board needs to show lights: see GameBoard.svelte. */
export const litBy = (lights: Lights) => ({ lights, remark: (cell: number) => lightText(lights, cell) })

/** How the winner's plan has failed. */
export const breakText = ({ why }: Break, { cells }: Reason, names: Names): string =>
  m.reason_broken({ ...names, why, count: cells.length })

/** A rule as what to do: `answer on top`. */
export const ruleText = (rule: Rule): string => m.plan_do({ rule })
