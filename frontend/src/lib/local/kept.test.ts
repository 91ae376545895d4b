import { beforeEach, describe, expect, it, vi } from 'vitest'
import { stubFullStorage, stubStorage } from '../testing/storage'
import { deviceRoom, isOnDevice } from './address'
import { forgetGames, forgetOldLogs, hasKeptGames, keepGame, keepLog, keptGames, keptLog } from './kept'

beforeEach(() => void stubStorage())

describe('rooms of this device', () => {
  it('have IDs that no hub gives', () => {
    expect(isOnDevice(deviceRoom('0a1b'))).toBe(true)
    expect(isOnDevice('k3v9x2m4q8w7')).toBe(false)
  })

  it('are kept until a week after their last entry', () => {
    const day = 24 * 3_600_000
    keepLog('device-old', '{"n":1,"at":0}\n{"n":2,"at":1000}\n')
    keepLog('device-new', `{"n":1,"at":0}\n{"n":2,"at":${2 * day}}\n`)
    forgetOldLogs(8 * day)
    expect(keptLog('device-old')).toBe('')
    expect(keptLog('device-new')).toContain('"n":2')
  })

  it('can be opened if the browser refuses storage', () => {
    vi.stubGlobal('localStorage', undefined)
    forgetOldLogs(0)
    keepLog('device-1', 'log')
    expect(keptLog('device-1')).toBe('log')
  })
})

describe('finished games', () => {
  it('are kept until they are handed in', () => {
    expect(hasKeptGames()).toBe(false)
    keepGame('one')
    keepGame('two')
    keepGame('three')
    expect(keptGames()).toEqual(['one', 'two', 'three'])
    forgetGames(['one', 'three'])
    expect(keptGames()).toEqual(['two'])
    forgetGames(['two'])
    expect(hasKeptGames()).toBe(false)
  })

  it('and logs last for the visit if the browser stores nothing', () => {
    stubFullStorage()
    keepLog('device-1', 'log')
    keepGame('one')
    expect(keptLog('device-1')).toBe('log')
    expect(keptGames()).toEqual(['one'])
    forgetGames(['one'])
  })
})
