/** The rules of each game, in the order in which they are told. */
import type { Family } from '../games'
import { m } from '../paraglide/messages'

/** One rule, with a picture of the board. */
export interface Rule {
  title: () => string
  text: () => string
  /** the moves of the picture; undefined: no picture */
  moves?: string
  /** the move to show, drawn as an arrow or a ring */
  next?: string
  /** the cells of the winning line */
  won?: number[]
  variant?: string
  /** said in smaller print */
  details?: () => string
  /** belongs to a variant, not to the game itself */
  ofVariant?: boolean
}

interface RulesPage {
  /** of the pictures, unless a rule has its own */
  variant: string
  lead: () => string
  /** where the game comes from, in a line */
  history: () => string
  rules: Rule[]
}

export const RULES: Record<Family, RulesPage> = {
  connect4: {
    variant: 'connect4:7x6:4',
    lead: m.rules_connect4,
    history: m.rules_connect4_history,
    rules: [
      { title: m.rules_turn, text: m.rules_connect4_turn, moves: '4 4 3 5', next: '4' },
      {
        title: m.rules_win,
        text: m.rules_connect4_win,
        moves: '1 2 2 3 4 3 3 4 7 4 4',
        won: [0, 8, 16, 24],
      },
      {
        title: m.rules_draw,
        text: m.rules_connect4_draw,
        variant: 'connect4:6x5:4',
        moves: [...'244326116255564313341215643652'].join(' '),
      },
      { title: m.rules_tip, text: m.rules_connect4_tip },
    ],
  },
  tictactoe: {
    variant: 'tictactoe',
    lead: m.rules_tictactoe,
    history: m.rules_tictactoe_history,
    rules: [
      { title: m.rules_turn, text: m.rules_tictactoe_turn, moves: 'b2 a3', next: 'c3' },
      { title: m.rules_win, text: m.rules_tictactoe_win, moves: 'a1 b1 b2 c1 c3', won: [0, 4, 8] },
      { title: m.rules_draw, text: m.rules_tictactoe_draw, moves: 'b2 a1 c1 a3 a2 c2 b3 b1 c3' },
    ],
  },
  force3: {
    variant: 'force3',
    lead: m.rules_force3,
    history: m.rules_force3_history,
    rules: [
      { title: m.rules_place, text: m.rules_place_text, moves: 'P7 P3', next: 'P1' },
      { title: m.rules_move, text: m.rules_move_text, moves: 'P7 P3', next: 'M7-6' },
      { title: m.rules_slide, text: m.rules_slide_text, moves: 'P7 P2', next: 'S2' },
      { title: m.rules_double, text: m.rules_double_text, moves: 'P8 S2 P1 P7', next: 'S8+' },
      { title: m.rules_ban, text: m.rules_ban_text, moves: 'P7 P2 P1 S2' },
      { title: m.rules_win, text: m.rules_force3_win, moves: 'P1 P4 P2 P6 P3', won: [6, 7, 8] },
      { title: m.rules_draw, text: m.rules_force3_draw },
      { title: m.rules_fair, text: m.rules_fair_text },
      { title: m.rules_placed, text: m.rules_placed_text, ofVariant: true },
      {
        ofVariant: true,
        title: m.rules_report,
        text: m.rules_report_text,
        variant: 'force3:report',
        moves: 'P4 P1 P6 P9 P3 P8',
        next: 'S6+3',
        details: m.rules_report_details_text,
      },
    ],
  },
}
