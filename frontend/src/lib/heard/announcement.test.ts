import { beforeEach, describe, expect, it, vi } from 'vitest'
import { loadGames } from '../games'
import { overwriteGetLocale } from '../paraglide/runtime'
import { apply } from '../room/apply'
import { emptyRoom, type RoomState } from '../room/state'
import { ANA, log, roomOf, ZOE, type DraftEntry } from '../room/testing'
import { announcement, secondsToAnnounce, timedAnnouncements } from './announcement'

const language = vi.hoisted((): { now: 'en' | 'fr' } => ({ now: 'en' }))
vi.mock('../i18n/locale.svelte', () => ({ language }))
// The components of the games on a tray need a browser; their texts and rules do not.
vi.mock('../board/Tray.svelte', () => ({ default: null }))
vi.mock('../board/Slab.svelte', () => ({ default: null }))
overwriteGetLocale(() => language.now)
await loadGames()
beforeEach(() => void (language.now = 'en'))

const moved = (seat: 1 | 2, move: string, end?: object): DraftEntry =>
  ({ type: 'moved', data: { seat, move, ms: 900, ...(end && { end }) } }) as DraftEntry
/** Moves of one seat after the other; `end` belongs to the last. */
const played = (moves: string[], end?: object): DraftEntry[] =>
  moves.map((move, i) => moved(i % 2 === 0 ? 1 : 2, move, i === moves.length - 1 ? end : undefined))

/** What the page of `me` announces when the last `newCount` entries arrive in one message. */
function heard(entries: DraftEntry[], { newCount = 1, me = ANA, created = {} } = {}): string {
  const all = log(created, ...entries)
  const before = roomOf(all.slice(0, all.length - newCount), me, all.length - newCount)
  return announcement(before, apply(before, { t: 'entries', entries: all })).replace(/\s/g, ' ')
}

describe('a move', () => {
  it('is announced with its cell and the next turn, in the words of each reader', () => {
    expect(heard(played(['5', '5']))).toBe('Yellow: column 5, row 2. Your turn.')
    expect(heard(played(['5', '5']), { me: ZOE })).toBe('Yellow: column 5, row 2. Ana’s turn.')
    language.now = 'fr'
    expect(heard(played(['5', '5']))).toBe('Jaune : colonne 5, rangée 2. À vous de jouer.')
  })

  it('of or before an opponent without a name is announced by the colour, and the opponent as a friend', () => {
    const created = {
      players: [
        { id: ANA, colour: 'red' },
        { id: ZOE, colour: 'yellow' },
      ] as never,
    }
    const asked: DraftEntry = { type: 'offered', data: { seat: 2, offer: 'draw' } }
    expect(heard(played(['5']), { created })).toBe('Red: column 5, row 1. Your friend’s turn.')
    expect(heard([asked], { created })).toBe('Your friend offers a draw.')
    language.now = 'fr'
    expect(heard(played(['5']), { created })).toBe('Rouge : colonne 5, rangée 1. À votre ami de jouer.')
    expect(heard([asked], { created })).toBe('Votre ami propose la nulle.')
  })

  it('is announced once it is stored, not when it is given', () => {
    const before = roomOf(log({}), ANA)
    const given = apply(before, { t: 'command-given', command: { t: 'move', id: 'c', n: 1, move: '4' } })
    expect(announcement(before, given)).toBe('')
    const entries = log({}, { ...moved(1, '4'), cmd: 'c' } as DraftEntry)
    expect(announcement(given, apply(given, { t: 'entries', entries }))).toBe(
      'Red: column 4, row 1. Zoé’s turn.',
    )
  })

  it('together with the reply is one announcement', () => {
    expect(heard(played(['4', '4']), { newCount: 2 })).toBe(
      'Red: column 4, row 1. Yellow: column 4, row 2. Your turn.',
    )
  })

  it('before the reply of an AI does not say that the AI is to move', () => {
    const created = {
      players: [
        { id: ANA, colour: 'red' },
        { level: 'easy', colour: 'yellow' },
      ] as never,
    }
    expect(heard(played(['4']), { created })).toBe('Red: column 4, row 1.')
  })

  it('is counted if many were missed', () => {
    expect(heard(played([...'434343']), { newCount: 5 })).toBe(
      '5 moves were played. Yellow: column 3, row 3. Your turn.',
    )
  })

  it('of two fast AIs is not announced, but the end is', () => {
    const players = [
      { level: 'easy', colour: 'red' },
      { level: 'easy', colour: 'yellow' },
    ] as never
    expect(heard(played(['4']), { created: { players, pace: 800 } })).toBe('')
    expect(heard(played(['4']), { created: { players, pace: 2000 } })).toBe('Red: column 4, row 1.')
    const end = { winner: 1, reason: 'line', cells: [3, 10, 17, 24] }
    expect(heard(played([...'4343434'], end), { created: { players, pace: 800 } })).toContain(
      'wins: column 4',
    )
  })

  it('of Force 3 says what a slide carries, and where the hole is', () => {
    const created = { variant: 'force3' }
    expect(heard(played(['P8', 'S8']), { created })).toBe(
      'Yellow: slide of tile 8. Red on 8 goes to 5. The hole is now on 8. Your turn.',
    )
    language.now = 'fr'
    expect(heard(played(['P8']), { created, me: ZOE })).toBe('Rouge : jeton en 8. À vous de jouer.')
  })
})

describe('the end', () => {
  it('says where the line is', () => {
    const vertical = played([...'4343434'], { winner: 1, reason: 'line', cells: [3, 10, 17, 24] })
    expect(heard(vertical)).toBe('Red: column 4, row 4. You win: column 4, rows 1 to 4.')
    expect(heard(vertical, { me: ZOE })).toBe('Red: column 4, row 4. You lose: column 4, rows 1 to 4.')
    expect(heard(vertical, { me: 'eve' })).toBe('Red: column 4, row 4. Ana wins: column 4, rows 1 to 4.')
    const diagonal = played([...'1223334444'].slice(0, 3), {
      winner: 1,
      reason: 'line',
      cells: [0, 8, 16, 24],
    })
    expect(heard(diagonal)).toContain('diagonally from column 1, row 1 to column 4, row 4')
    const tictactoe = played(['a1', 'b1', 'a2', 'b2', 'a3'], { winner: 1, reason: 'line', cells: [0, 3, 6] })
    expect(heard(tictactoe, { created: { variant: 'tictactoe' } })).toContain('You win: cells a1, a2, a3.')
  })

  it('without a line says why', () => {
    const resigned: DraftEntry = {
      type: 'resigned',
      data: { seat: 2, end: { winner: 1, reason: 'resigned' } },
    }
    expect(heard([resigned])).toMatch(/^You win! Zoé/)
  })

  it('is followed by the request for another game, and by its start', () => {
    const resigned: DraftEntry = {
      type: 'resigned',
      data: { seat: 2, end: { winner: 1, reason: 'resigned' } },
    }
    const asked: DraftEntry = { type: 'rematch', data: { seat: 2, game: 2 } }
    const agreed: DraftEntry = { type: 'rematch', data: { seat: 1, game: 2, first: 2 } }
    expect(heard([resigned, asked])).toBe('Zoé wants to play again.')
    expect(heard([resigned, asked, agreed])).toBe('Game 2. Your colour: Red. Zoé’s turn.')
  })
})

describe('other changes', () => {
  it('the arrival of the opponent', () => {
    const created = { players: [{ id: ANA, name: 'Ana', colour: 'red' }, { colour: 'yellow' }] as never }
    const joined: DraftEntry = { type: 'joined', data: { seat: 2, player: ZOE, name: 'Zoé' } }
    expect(heard([joined], { created })).toBe('Zoé is here. Your colour: Red. Your turn.')
    const unnamed: DraftEntry = { type: 'joined', data: { seat: 2, player: ZOE } }
    expect(heard([unnamed], { created })).toBe('Your friend is here. Your colour: Red. Your turn.')
    expect(heard([joined], { created, me: ZOE })).toBe('Your colour: Yellow. Ana’s turn.')
  })

  it('an offer, its refusal, and a take-back with the moves that it removes', () => {
    const offered: DraftEntry = { type: 'offered', data: { seat: 2, offer: 'takeback' } }
    const declined: DraftEntry = { type: 'declined', data: { seat: 1, offer: 'takeback' } }
    const taken: DraftEntry = { type: 'takenback', data: { seat: 2, ply: 1 } }
    const moves = played(['4', '5'])
    expect(heard([...moves, offered])).toBe('Zoé asks to take a move back.')
    expect(heard([...moves, offered, declined], { me: ZOE })).toBe('Ana declined the takeback.')
    expect(heard([...moves, offered, taken])).toBe(
      'Zoé took a move back. Taken back, Yellow: column 5, row 1. Zoé’s turn.',
    )
  })

  it('the room that somebody finds, and finds again', () => {
    const found = roomOf(log({}, ...played(['4', '5'])), ANA)
    expect(announcement(emptyRoom(), found)).toBe('Your colour: Red. Yellow: column 5, row 1. Your turn.')
    expect(announcement({ ...found, link: 'lost' }, found)).toBe('Connected again.')
    const presence = { ...found.presence, claim: [0, 9000] as [number, number] }
    expect(announcement(found, { ...found, presence })).toBe('Zoé is away and may come back.')
    expect(announcement({ ...found, presence }, found)).toBe('Zoé is here.')
  })

  it('the hint of the hub, not the one of this device before it', () => {
    const waits = roomOf(log({ advice: [true, false] }))
    const early = apply(waits, { t: 'advised-early', game: 1, ply: 0, move: '4' })
    expect(early.advised).not.toBeNull()
    expect(announcement(waits, early)).toBe('')
    const advised: DraftEntry = { type: 'advised', by: 'ai', data: { seat: 1, move: '4' } }
    const known = apply(early, { t: 'entries', entries: log({ advice: [true, false] }, advised) })
    expect(announcement(early, known)).toBe('Hint: column 4.')
  })

  it('nothing while the page still reads the log', () => {
    const all = log({}, ...played(['4', '5']))
    const half = roomOf(all.slice(0, 2), ANA, all.length)
    expect(announcement(emptyRoom(), half)).toBe('')
    expect(announcement(half, apply(half, { t: 'entries', entries: all }))).toContain('Your turn.')
  })
})

it('announces by time that little is left, that the AI is late, and that a game may be ended', () => {
  const base = { base: 180_000, increment: 0 }
  const state: RoomState = roomOf(log({ clock: base }, ...played(['4', '5', '4', '5'])), ANA)
  const after = (ms: number) => timedAnnouncements(state, state.turnAt + ms).map(({ text }) => text)
  expect(after(1000)).toEqual([])
  const left = state.timers[0].left
  expect(after(left - 29_000)).toEqual(['30 seconds left.'])
  expect(after(left - 9000)).toEqual(['10 seconds left.'])
  const players = [
    { id: ANA, colour: 'red' },
    { level: 'easy', colour: 'yellow' },
  ] as never
  const waits = roomOf(log({ players }, ...played(['4'])), ANA)
  expect(timedAnnouncements(waits, waits.turnAt + 2000)).toEqual([])
  expect(timedAnnouncements(waits, waits.turnAt + 60_000)).toHaveLength(1)
  const away = { ...state, presence: { ...state.presence, claim: [0, 5000] as [number, number] } }
  expect(timedAnnouncements(away, 5000).map(({ text }) => text)).toEqual(['Zoé is away. End the game?'])
})

it('announces 30 and 10 seconds, if that is at most half the initial time', () => {
  const minute = { base: 60_000, increment: 0 }
  expect([60_000, 30_001, 30_000, 10_001, 10_000, 0].map((left) => secondsToAnnounce(minute, left))).toEqual([
    null,
    null,
    30,
    30,
    10,
    10,
  ])
  expect(secondsToAnnounce({ move: 30_000 }, 25_000)).toBeNull()
  expect(secondsToAnnounce({ move: 15_000 }, 2000)).toBeNull()
})
