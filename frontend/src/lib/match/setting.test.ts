import { beforeAll, expect, it } from 'vitest'
import { loadGames } from '../games'
import { commandOf, FIRST_SETTING, longestOpening, readSetting, settingParams } from './setting'

beforeAll(loadGames)

const LEVELS = ['random', 'easy', 'normal']
const read = (query: string) => readSetting(new URLSearchParams(query), LEVELS)

it('keeps the settings in the address', () => {
  const setting = {
    variant: 'force3:fair',
    levels: ['custom:depth=2,name=Ana B', 'random'] as const,
    games: 50,
    opening: 4,
    seed: 7,
  }
  const query = new URLSearchParams(settingParams(setting) as Record<string, string>)
  expect(readSetting(query, LEVELS)).toEqual(setting)
  expect(commandOf(setting)).toBe(
    "quatre-worker match -a 'custom:depth=2,name=Ana B' -b random -game force3:fair -n 50 -opening 4 -seed 7",
  )
})

it('takes the usual settings for those that are missing or impossible', () => {
  expect(read('')).toEqual(FIRST_SETTING)
  expect(read('variant=chess&a=hard&b=custom:depth=0&games=5000&opening=7&seed=-1')).toEqual(FIRST_SETTING)
  expect(read('games=7').games).toBe(8)
})

it('knows after how many turns a game can be over', () => {
  expect(['connect4:7x6:4', 'connect4:9x7:5', 'tictactoe', 'force3'].map(longestOpening)).toEqual([
    6, 8, 4, 4,
  ])
})
