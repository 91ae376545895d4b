import { afterEach, describe, expect, it, vi } from 'vitest'

/** The answers of the hub by the beginning of the path; each last one repeats. `asked` collects the paths. */
async function hubWith(answers: Record<string, (object | null)[]>, timeZone: unknown = 'Europe/Paris') {
  const asked: string[] = []
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path.replace('/api', ''))
    const list = Object.entries(answers).find(([start]) => path.startsWith(`/api${start}`))![1]
    const answer = list.length > 1 ? list.shift()! : list[0]!
    if (answer === null) return Promise.reject(new TypeError())
    return Promise.resolve(Response.json(answer, { status: 'code' in answer ? 400 : 200 }))
  })
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ timeZone } as never)
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-330)
  vi.resetModules()
  return { asked, rest: await import('./rest') }
}
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const [known, unknown] = [{ known: true }, { known: false }]

describe('what the hub does for a person', () => {
  it.each([
    ['a browser that has its cookie', [known], null, 1],
    ['a new browser, which gets it with the first answer', [unknown, known], null, 2],
    ['a browser that refuses it', [unknown], 'no_cookie', 2],
    ['a hub that does not answer', [null], 'unreachable', 1],
  ])('%s', async (_, abouts, code, times) => {
    const { asked, rest } = await hubWith({
      '/about': [...abouts],
      '/': [{ room: 'r', games: [] }],
    })
    const does = {
      '/rooms': () => rest.createRoom({ id: 'i', variant: 'tictactoe', opponent: 'human' }),
      '/pair': () => rest.requestPairing({ id: 'i', variant: 'tictactoe' }),
      '/import': () => rest.importGames('x'),
    }
    for (const [path, act] of Object.entries(does)) {
      if (code) await expect(act(), path).rejects.toMatchObject({ code })
      else await act()
      expect(
        asked.some((one) => one.startsWith(path)),
        path,
      ).toBe(code === null)
    }
    const questions = asked.filter((path) => path === '/about').length
    expect(questions).toBe(code ? times * Object.keys(does).length : times)
  })

  it('is not needed for a look at games', async () => {
    const { asked, rest } = await hubWith({ '/games': [{ games: [], next: '' }] })
    await rest.fetchGames({ of: 'me' })
    expect(asked).toHaveLength(1)
  })
})

it.each([
  ['Europe/Paris', 'Europe%2FParis', false],
  ['Etc/Unknown', 'Etc%2FGMT-5', true],
  ['Mars/Base', 'Etc%2FGMT-5', true],
  ['+05:30', 'Etc%2FGMT-5', true],
  ['', 'Etc%2FGMT-5', true],
  [undefined, 'Etc%2FGMT-5', true],
])('the days of the statistics are those of the zone %s', async (zone, last, refused) => {
  const bad = { code: 'bad_zone', text: 'No such time zone.', retry: false }
  const { asked, rest } = await hubWith({ '/stats': refused ? [bad, {}] : [{}] }, zone)
  await rest.fetchStats(90)
  expect(asked.at(-1)).toBe(`/stats?days=90&tz=${last}`)
})
