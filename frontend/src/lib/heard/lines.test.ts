import { describe, expect, it } from 'vitest'
import { connect4 } from '../games/connect4'
import { force3 } from '../games/force3'
import { tictactoe } from '../games/tictactoe'
import { cellsFrom, threatsOf } from './lines'

const board = connect4(7, 6)

it('walks from a cell to the edge', () => {
  expect(cellsFrom(board, 3, 1, 0)).toEqual([4, 5, 6])
  expect(cellsFrom(board, 3, -1, 1)).toEqual([9, 15, 21])
  expect(cellsFrom(board, 3, 0, -1)).toEqual([])
})

describe('threats', () => {
  it('in Connect Four are at once or later', () => {
    // Red has the lowest cells of columns 2 to 4, and Yellow the cells above. Nothing lies below Yellow's other cells.
    const position = board.at([...'223344'], 1)
    expect(threatsOf(board, position, 1)).toEqual([
      { cell: 0, now: true },
      { cell: 4, now: true },
    ])
    expect(threatsOf(board, position, 2)).toEqual([
      { cell: 7, now: false },
      { cell: 11, now: false },
    ])
  })

  it('in tic-tac-toe are at once', () => {
    const position = tictactoe.at(['b2', 'a1', 'c1'], 1)
    expect(threatsOf(tictactoe, position, 1)).toEqual([{ cell: 6, now: true }])
    expect(threatsOf(tictactoe, position, 2)).toEqual([])
  })

  it('in Force 3 are turns: those that align the discs of one side only', () => {
    const game = force3({ placed: false, fair: false, report: false })
    const moves = ['P1', 'P4', 'P2', 'P6']
    expect(game.winningTurns!(moves, 1, 1)).toEqual(['P3'])
    // Yellow needs the hole between its discs. Slides would put one tile there; only with a disc of its own it counts.
    expect(game.winningTurns!(moves, 1, 2)).toEqual([])
  })
})
