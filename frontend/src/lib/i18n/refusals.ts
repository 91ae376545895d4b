/** The texts of refused commands, in the person's language. Loaded on the first refusal. */
import { m } from '../paraglide/messages'
import type { Refusal } from '../room/state'

const REFUSALS: Record<string, () => string> = {
  malformed: m.refused_malformed,
  not_your_seat: m.refused_not_your_seat,
  not_your_turn: m.refused_not_your_turn,
  stale: m.refused_stale,
  ahead: m.refused_ahead,
  seat_taken: m.refused_seat_taken,
  already_seated: m.refused_already_seated,
  already_asked: m.refused_already_asked,
  not_started: m.refused_not_started,
  game_over: m.refused_game_over,
  game_running: m.refused_game_running,
  bad_move: m.refused_bad_move,
  column_full: m.refused_column_full,
  bad_name: m.refused_bad_name,
  bad_command: m.refused_bad_command,
  id_used: m.refused_id_used,
  room_closed: m.refused_room_closed,
  room_full: m.refused_room_full,
  cell_taken: m.refused_cell_taken,
  no_disc_in_hand: m.refused_no_disc_in_hand,
  not_your_disc: m.refused_not_your_disc,
  slide_banned: m.refused_slide_banned,
  fair_start: m.refused_fair_start,
  place_first: m.refused_place_first,
  bad_position: m.refused_bad_position,
  no_offer: m.refused_no_offer,
  already_offered: m.refused_already_offered,
  ai_plays_on: m.refused_ai_plays_on,
  nothing_to_take_back: m.refused_nothing_to_take_back,
  no_time_to_take_back: m.refused_no_time_to_take_back,
  too_often: m.refused_too_often,
  not_away: m.refused_not_away,
  time_up: m.refused_time_up,
  too_many_emotes: m.refused_too_many_emotes,
  unknown_emote: m.refused_unknown_emote,
  bad_clock: m.refused_bad_clock,
  bad_advice: m.refused_bad_advice,
  not_owner: m.refused_not_owner,
  bad_pace: m.refused_bad_pace,
  unknown_level: m.refused_unknown_level,
  bad_token: m.refused_bad_token,
  bad_seat_link: m.refused_bad_seat_link,
  seat_link_expired: m.refused_seat_link_expired,
  imported: m.refused_imported,
  bad_seat: m.refused_bad_seat,
  too_fast: m.refused_too_fast,
  too_many_sockets: m.limit_sockets_text,
  too_many_rooms: m.limit_sockets_text,
}

/** Why a command was refused. For an unknown code it is the hub's English text. */
export function refusalText({ code, text }: Refusal): string {
  return REFUSALS[code]?.() ?? (text || m.refused_unknown({ code }))
}
