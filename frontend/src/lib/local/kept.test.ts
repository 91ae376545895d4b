import { beforeEach, describe, expect, it, vi } from 'vitest'
import { deviceRoom, isOnDevice } from './address'
import { forgetGames, forgetOldLogs, hasKeptGames, keepGame, keepLog, keptGames, keptLog } from './kept'

/** As much of the browser's storage as kept.ts uses: the keys are its properties. */
class Storage {
  getItem(key: string): string | null {
    return (this as unknown as Record<string, string>)[key] ?? null
  }
  setItem(key: string, value: string): void {
    ;(this as unknown as Record<string, string>)[key] = value
  }
  removeItem(key: string): void {
    delete (this as unknown as Record<string, string>)[key]
  }
}

beforeEach(() => vi.stubGlobal('localStorage', new Storage()))

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
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      removeItem() {},
      setItem() {
        throw new DOMException('', 'QuotaExceededError')
      },
    })
    keepLog('device-1', 'log')
    keepGame('one')
    expect(keptLog('device-1')).toBe('log')
    expect(keptGames()).toEqual(['one'])
    forgetGames(['one'])
  })
})
