// Scenes of a game that has ended: the result's card, and the words for other ends.
import { FULL, ai, ana, inBothLanguages, long, me, playing, room, tower, zoe } from './cast.mjs'
import { entriesOf } from './hub.mjs'

export const RESULT_SCENES = [
  ...inBothLanguages('result-won', {
    entries: entriesOf({ players: [me, ai('normal', 'yellow')], moves: '4343434', end: tower }),
  }),
  ...inBothLanguages('result-lost', {
    entries: entriesOf({
      players: [me, ai('strong', 'yellow')],
      moves: '3454251241253564666223464265',
      end: { winner: 2, reason: 'line', cells: [8, 16, 24, 32] },
    }),
  }),
  ...inBothLanguages('result-drawn', {
    entries: entriesOf({ players: [ana, long], moves: FULL, end: { winner: 0, reason: 'draw' } }),
  }),
  ...inBothLanguages('result-resigned', {
    entries: playing([['resigned', { seat: 2, end: { winner: 1, reason: 'resigned' } }]]),
  }),
  // Somebody waits to play next: the loser may let her.
  ...inBothLanguages('result-challenged', {
    entries: entriesOf({
      players: [ana, zoe],
      moves: '52525262',
      end: { winner: 2, reason: 'line', cells: [1, 8, 15, 22] },
      more: [['challenged', { player: 'eve', name: 'Zoé' }]],
    }),
  }),
  // A high tower: the result has its place below the line.
  {
    name: 'result-high',
    path: room,
    entries: entriesOf({
      players: [ana, zoe],
      moves: '21175172614657654367315621',
      end: { winner: 2, reason: 'line', cells: [14, 21, 28, 35] },
      more: [['rematch', { seat: 1, game: 2 }]],
    }),
  },
  // A line over the whole board, which leaves no place for the result.
  {
    name: 'result-tictactoe',
    path: room,
    allSizes: true,
    entries: entriesOf({
      players: [me, ai('normal', 'yellow')],
      moves: ['a1', 'b1', 'b2', 'a2', 'c3'],
      created: { variant: 'tictactoe' },
      end: { winner: 1, reason: 'line', cells: [0, 4, 8] },
    }),
  },
  {
    name: 'result-tictactoe-lost',
    path: room,
    allSizes: true,
    entries: entriesOf({
      players: [me, ai('normal', 'yellow')],
      moves: ['a1', 'b1', 'c1', 'b2', 'a3', 'b3'],
      created: { variant: 'tictactoe' },
      end: { winner: 2, reason: 'line', cells: [1, 4, 7] },
    }),
  },
  {
    name: 'result-force3-fr',
    path: room,
    locale: 'fr-FR',
    allSizes: true,
    entries: entriesOf({
      players: [ana, zoe],
      moves: ['P1', 'P2', 'P4', 'P3', 'P7'],
      created: { variant: 'force3' },
      end: { winner: 1, reason: 'line', cells: [0, 3, 6] },
    }),
  },
  {
    name: 'result-watched',
    path: room,
    me: 'someone-else',
    entries: entriesOf({ players: [ana, zoe], moves: '4343434', end: tower }),
  },
  ...inBothLanguages('ended-time', {
    entries: playing([
      ['flagged', { seat: 2, end: { winner: 1, reason: 'time' } }],
      ['rematch', { seat: 2, game: 2 }],
    ]),
  }),
  {
    name: 'ended-agreed',
    path: room,
    entries: playing([
      ['resigned', { seat: 2, end: { winner: 1, reason: 'resigned' } }],
      ['rematch', { seat: 1, game: 2, first: 2 }],
      ['drawn', { seat: 1, end: { winner: 0, reason: 'agreed' } }],
    ]),
  },
]
