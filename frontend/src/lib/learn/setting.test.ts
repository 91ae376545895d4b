import { expect, it } from 'vitest'
import { commandOf, everyOf, FIRST_SETTING, isValid, readSetting, settingParams } from './setting'

it('keeps the settings in the address', () => {
  const setting = { game: 'force3:fair', rate: 0.5, discount: 1, explore: 0, episodes: 20_000, seed: 7 }
  const query = new URLSearchParams(settingParams(setting) as Record<string, string>)
  expect(readSetting(query)).toEqual(setting)
  expect(commandOf(setting)).toBe(
    'quatre-worker learn -game force3:fair -rate 0.5 -discount 1 -explore 0 -episodes 20000 -every 400 -n 40 -seed 7 -out q.json',
  )
})

it('takes the usual settings for those that are missing or impossible', () => {
  expect(readSetting(new URLSearchParams())).toEqual(FIRST_SETTING)
  const wrong = 'game=connect4:7x6:4&rate=0&discount=2&explore=x&episodes=3&seed=1.5'
  expect(readSetting(new URLSearchParams(wrong))).toEqual(FIRST_SETTING)
  expect(isValid({ ...FIRST_SETTING, rate: NaN })).toBe(false)
  expect(everyOf({ ...FIRST_SETTING, episodes: 1000 })).toBe(100)
})
