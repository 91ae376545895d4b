import { describe, expect, it } from 'vitest'
import { answer, draw, loss, sure, win } from '../analysis/testing'
import type { Query } from '../protocol/analysis'
import { Failure } from '../protocol/failure'
import { gameOf } from '../games'
import { discsOf } from '../reasons/lights'
import { prove } from '../reasons/prove'
import { Drill, VARIANT } from './drill.svelte'
import { WinMap } from './map'
import whole from './map.txt?raw'

const game = gameOf(VARIANT)!
const small = new WinMap(`0 4
042 follow fair d2,a1g3,b1,c1d1,f4,e1,12,4,3
043 3
234 ?
`)

describe('a small map', () => {
  it('says what it has of a position and of its mirror image', () => {
    expect(small.at([])).toEqual({ is: 'move', move: '4' })
    expect(small.at([...'43'])).toEqual({ is: 'move', move: '3' })
    expect(small.at([...'45'])).toEqual({ is: 'move', move: '5' })
    expect(small.at([...'4334'])).toEqual({ is: 'open' })
    expect(small.at([...'4554'])).toEqual({ is: 'open' })
    expect(small.at([...'44'])).toBeNull()
    expect(small.replies(['4'])).toEqual(['2', '3', '5', '6'])
    expect(small.replies([...'455'])).toEqual(['4'])
  })

  it('reads reasons, and mirrors them', () => {
    expect(small.at([...'42'])).toEqual({
      is: 'reason',
      reason: {
        kind: 'follow',
        grade: 'fair',
        moves: [10],
        cells: [0, 20],
        plan: { first: [1], pairs: [[2, 3]], never: [26], spare: [4] },
        proof: { positions: 12, ends: 4, zugzwang: 3 },
      },
    })
    expect(small.at([...'46'])).toMatchObject({ reason: { cells: [6, 14], plan: { never: [22] } } })
  })

  it('counts each end once', () => {
    expect(small.ends([])).toEqual({ explained: 1, open: 1 })
    expect(small.ends([...'43'], [...'45'])).toEqual({ explained: 0, open: 1 })
    expect(small.ends([...'44'])).toEqual({ explained: 0, open: 0 })
  })

  it('follows an address as far as it goes, and adds the answer', () => {
    expect(small.follow([])).toEqual(['4'])
    expect(small.follow([...'45'])).toEqual([...'455'])
    expect(small.follow([...'4554'])).toEqual([...'4554'])
    expect(small.follow([...'4577'])).toEqual([...'455'])
    expect(small.follow([...'<3'])).toEqual(['4'])
  })
})

it('has a map whose reasons are proved, as far as it is walked here', () => {
  const map = new WinMap(whole)
  const { explained, open } = map.ends([])
  expect(explained).toBeGreaterThan(9 * open)
  for (let start = 0; start < 12; start++) {
    let line = map.follow([])
    for (let turn = start; map.replies(line).length > 0; turn = (turn * 5 + 3) % 16)
      line = map.follow([...line, map.replies(line)[turn % map.replies(line).length]!])
    const end = map.at(line)!
    if (end.is === 'reason')
      expect(prove(game, discsOf(game, game.at(line, 1), 1), true, end.reason), line.join('')).not.toBeNull()
    else expect(end, line.join('')).toEqual({ is: 'open' })
  }
})

describe('the drill', () => {
  const answers: Record<string, ReturnType<typeof answer>> = {
    '1': answer({ '4': sure(win(20)) }),
    '44': answer({ '2': sure(loss(30)), '1': sure(loss(10)) }),
    '432': answer({ '4': sure(draw) }),
    '433': answer({ '4': sure(loss(9)) }),
    '437': answer({ '4': sure(loss(9)), '5': sure(loss(29)) }),
  }
  const asked: string[] = []
  function begin(random = 0.99) {
    asked.length = 0
    const ask = ({ moves }: Query) => {
      asked.push(moves)
      return answers[moves]
        ? Promise.resolve(answers[moves])
        : Promise.reject(new Failure('unreachable', '', true))
    }
    return new Drill(game, small, { ask, sleep: () => Promise.resolve(), random: () => random })
  }
  async function play(drill: Drill, moves: string) {
    for (const move of moves) {
      drill.play(move)
      await new Promise((done) => setTimeout(done))
    }
  }

  it('takes the replies of the map, and ends where there is a reason', async () => {
    const drill = begin(0)
    await play(drill, '4')
    expect(drill).toMatchObject({ moves: [...'42'], phase: 'over', kept: 1, slips: 0 })
    expect(asked).toEqual([])
    drill.start()
    expect(drill).toMatchObject({ moves: [], phase: 'asked', kept: 0 })
  })

  it('judges a slip, and lets it be taken back', async () => {
    const drill = begin(0.4)
    await play(drill, '1')
    expect(drill).toMatchObject({ phase: 'slip', slip: { move: '1', loses: true, right: '4', reason: null } })
    drill.takeBack()
    await play(drill, '42')
    expect(drill).toMatchObject({
      moves: [...'432'],
      phase: 'slip',
      slip: { loses: false, right: '3' },
      slips: 2,
    })
  })

  it('goes on after another move that wins, by analysis where the map has nothing', async () => {
    const drill = begin(0.4)
    await play(drill, '47')
    expect(drill).toMatchObject({ moves: [...'4375'], phase: 'asked', kept: 2, slips: 0 })
  })

  it('waits for another try when nobody answers', async () => {
    const drill = begin(0.4)
    await play(drill, '46')
    expect(drill).toMatchObject({ moves: [...'436'], phase: 'judging', failure: { code: 'unreachable' } })
    answers['436'] = answer({ '4': sure(loss(9)) })
    drill.judge()
    await new Promise((done) => setTimeout(done))
    expect(drill).toMatchObject({ moves: [...'4364'], phase: 'asked', failure: null, kept: 2 })
  })
})
