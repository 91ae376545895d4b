import { describe, expect, it, vi } from 'vitest'
import splits from '../../../../internal/rules/testdata/moves.json'
import { gameOf, loadGames } from '../games'
import { gameOver } from './gameover'
import {
  goTo,
  EMPTY,
  positionAddress,
  playableMoves,
  playMove,
  readPosition,
  currentMoves,
  mirrored,
  splitMoves,
  type Line,
} from './line'

// These tests run without the message catalogue.
vi.mock('../games/traytext', () => ({}))
await loadGames()

const query = (text: string) => new URLSearchParams(text)
const line = (...moves: string[]): Line => moves.reduce(playMove, EMPTY)

describe('a line of moves', () => {
  it('steps within its bounds', () => {
    const three = line('4', '3', '5')
    expect(currentMoves(goTo(three, 1))).toEqual(['4'])
    expect(goTo(three, 9).ply).toBe(3)
    expect(goTo(three, -1).ply).toBe(0)
  })

  it('keeps the moves that were taken back until another move is played', () => {
    const back = goTo(line('4', '3', '5'), 1)
    expect(playMove(back, '3')).toEqual({ moves: ['4', '3', '5'], ply: 2 })
    expect(playMove(back, '7')).toEqual({ moves: ['4', '7'], ply: 2 })
  })

  it('is cut at the first move that cannot be played', () => {
    expect(playableMoves(gameOf('connect4:4x4:4')!, [...('11111' + '2')])).toEqual([...'1111'])
    expect(playableMoves(gameOf('tictactoe')!, ['a1', 'b1', 'a2', 'b2', 'a3', 'c3'])).toHaveLength(5)
  })
})

it.each(splits)('splits $text of $variant as the hub does', ({ variant, text, moves }) => {
  expect(splitMoves(gameOf(variant)!, text)).toEqual(moves)
})

describe('addresses', () => {
  it.each([
    { variant: 'connect4:7x6:4', moves: [...'4453'], first: 1, colours: ['red', 'yellow'] },
    { variant: 'connect4:15x15:5', moves: [...'8fa'], first: 2, colours: ['blue', 'white'] },
    { variant: 'tictactoe', moves: ['b2', 'a1'], first: 1, colours: ['red', 'yellow'] },
    { variant: 'force3:fair', moves: ['P1', 'S2', 'P9'], first: 2, colours: ['green', 'violet'] },
    { variant: 'force3', moves: [], first: 1, colours: ['red', 'yellow'] },
  ] as const)('contain a position of $variant', (place) => {
    const given = { ...place, moves: [...place.moves], colours: [...place.colours] as ['red', 'yellow'] }
    const address = positionAddress(given)
    expect(readPosition(query(address.slice(address.indexOf('?'))))).toEqual(given)
  })

  it('are read as far as they are valid', () => {
    expect(readPosition(query('variant=chess&moves=e4'))).toMatchObject({
      variant: 'connect4:7x6:4',
      moves: [],
    })
    expect(readPosition(query('moves=44x5'))).toMatchObject({ moves: ['4', '4'] })
    expect(readPosition(query('colours=red-red&first=3'))).toMatchObject({
      colours: ['red', 'yellow'],
      first: 1,
    })
  })
})

describe('seen from the other side', () => {
  it.each([
    ['connect4:7x6:4', ['1', '4', '7'], ['7', '4', '1']],
    ['connect4:15x15:5', ['1', 'f', 'a'], ['f', '1', '6']],
    ['tictactoe', ['a1', 'b3', 'c2'], ['c3', 'b1', 'a2']],
    ['force3', ['P1', 'M1-9', 'S2', 'S3+'], ['P9', 'M9-1', 'S8', 'S7+']],
  ])('%s', (variant, moves, there) => {
    const game = gameOf(variant)!
    expect(mirrored(game, moves)).toEqual(there)
    expect(mirrored(game, there)).toEqual(moves)
  })
})

describe('gameOver', () => {
  const end = (variant: string, moves: string[], first: 1 | 2 = 1) => {
    const game = gameOf(variant)!
    return gameOver(game, game.at(moves, first), moves.length)
  }

  it.each([
    ['upwards', '1212121', 1, [0, 7, 14, 21]],
    ['across, at the edge', '4455667', 1, [3, 4, 5, 6]],
    ['falling', '43321222111', 1, [3, 9, 15, 21]],
    ['rising', '12234334744', 1, [0, 8, 16, 24]],
  ] as const)('detects a line: %s', (_, moves, winner, cells) => {
    expect(end('connect4:7x6:4', [...moves])).toEqual({ winner, cells: [...cells] })
    expect(end('connect4:7x6:4', [...moves].slice(0, -1))).toBeNull()
  })

  it('does not wrap lines around the edge of the board', () => {
    expect(end('connect4:4x4:3', [...'314231'])).toBeNull()
  })

  it('gives the win to the seat of the line', () => {
    expect(end('tictactoe', ['a1', 'b1', 'a2', 'b2', 'a3'], 2)).toEqual({ winner: 2, cells: [0, 3, 6] })
  })

  it('detects a full board and a repetition', () => {
    expect(end('tictactoe', 'b2 a1 c1 a3 a2 c2 b3 b1 c3'.split(' '))).toEqual({ winner: 0, cells: [] })
    const round = ['M1-2', 'M9-8', 'M2-1', 'M8-9']
    expect(end('force3', ['P1', 'P9', ...round])).toBeNull()
    expect(end('force3', ['P1', 'P9', ...round, ...round])).toEqual({ winner: 0, cells: [] })
  })

  it('gives a line of Force 3 to the owner of the discs', () => {
    expect(end('force3', ['P1', 'P4', 'P2', 'P6', 'P3'])).toEqual({ winner: 1, cells: [6, 7, 8] })
  })
})
