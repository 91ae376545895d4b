import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type BrowserContext, type FrameLocator, type Page } from '@playwright/test'
import { messages } from './messages'
import { pair, Person, playColumns, test } from './people'
import { violations } from './violations'

/** A replay and a live board in the pages of another site, which has an address of its own. */

// One worker runs them all: they share the other site, and a game that Ana has won against Bob.
test.describe.configure({ mode: 'default' })

let site: Server
/** the addresses that the other site's page embeds */
let embedded: string[] = []
/** Ana's browser, the address of her game's replay, and the path of the game with the room's public name */
let storageState: Awaited<ReturnType<BrowserContext['storageState']>>
let replay: string
let game: string
test.beforeAll(async ({ browser, url }) => {
  const [ana, bob] = await pair(browser, url)
  await playColumns([4, 3, 4, 3, 4, 3, 4], ana, bob)
  await ana.expectStatus('You win!')
  await ana.page.goto(`${url}/games`)
  await ana.page.getByRole('main').getByRole('listitem').getByRole('link').click()
  await ana.page.waitForURL(/\/games\/[a-z2-7]{32}\/1$/)
  replay = ana.page.url()
  game = new URL(replay).pathname.replace('/games/', '/g/')
  storageState = await ana.context.storageState()
  await Promise.all([ana, bob].map(({ context }) => context.close()))

  site = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html')
    response.end(
      `<!doctype html><title>A blog</title>${embedded.map((src) => `<iframe src="${src}" width="280" height="420"></iframe>`).join('')}`,
    )
  })
  await new Promise<void>((done) => site.listen(0, done))
})
test.afterAll(() => {
  site.close()
  site.closeAllConnections()
})

/**
 * The other site's address. With the host of the hub, the browser sends the hub's cookies with a frame's requests;
 * `localhost` is a foreign site.
 */
const siteUrl = (host: '127.0.0.1' | 'localhost') => `http://${host}:${(site.address() as AddressInfo).port}/`

const cells = (frame: FrameLocator) =>
  frame.getByRole('grid', { name: 'Cells of the board' }).getByRole('gridcell', { name: /Red|Yellow/ })

/** Notes the requests of frames to the hub that carry a cookie, except those for their documents. */
function cookiesSent(page: Page, url: string): string[] {
  const sent: string[] = []
  page.on('request', async (request) => {
    if (!request.url().startsWith(url) || request.isNavigationRequest()) return
    if (request.frame() === page.mainFrame()) return // the page before may still ask the hub
    const headers = await request.allHeaders().catch(() => ({}) as Record<string, string>)
    if (headers.cookie) sent.push(request.url())
  })
  return sent
}

/** What an <img> shows: a picture, or a film with a pause after each move. */
async function filmOf(img: HTMLElement) {
  const { complete, currentSrc, naturalWidth: width } = img as HTMLImageElement
  if (!complete || !currentSrc) return null
  const answer = await fetch(currentSrc)
  const type = answer.headers.get('Content-Type')!
  const decoder = new ImageDecoder({ type, data: await answer.arrayBuffer() })
  await Promise.all([decoder.tracks.ready, decoder.completed])
  const pauses: number[] = []
  const { frameCount } = decoder.tracks.selectedTrack!
  for (let frameIndex = 0; frameIndex < frameCount; frameIndex++) {
    const { image } = await decoder.decode({ frameIndex })
    pauses.push((image.duration ?? 0) / 1000)
    image.close()
  }
  return { type, width, pauses }
}

/** What went wrong, except that a script of Person may not use the storage of an embed. */
const errorsOf = (...people: Person[]) =>
  people
    .flatMap(({ browserErrors }) => browserErrors)
    .filter((text) => !text.includes('is sandboxed and lacks'))

test('a game is replayed on pages of the same host and of another', async ({ browser, url }) => {
  const ana = await Person.at(browser, replay, { storageState })
  embedded = [`${url}/embed${game}`, `${url}/embed${game}?lang=fr&theme=dark`]
  const { page } = ana
  const cookies = cookiesSent(page, url)
  for (const host of ['127.0.0.1', 'localhost'] as const) {
    const before = JSON.stringify((await ana.context.cookies()).map(({ name, value }) => [name, value]))
    await page.goto(siteUrl(host))
    const frame = page.frameLocator('iframe').first()
    await expect(frame.getByRole('status')).toContainText('Red won with 4 in a line')
    await expect(cells(frame)).toHaveCount(7)
    await frame.getByRole('button', { name: 'First position' }).click()
    await expect(cells(frame)).toHaveCount(0)
    await frame.getByRole('button', { name: 'Last position' }).click()
    for (let i = 0; i < 2; i++) await page.keyboard.press('ArrowLeft')
    await expect(cells(frame)).toHaveCount(5)
    await frame.getByRole('button', { name: 'Play', exact: true }).click()
    await expect(frame.getByRole('button', { name: 'Pause' })).toBeVisible()
    await expect(cells(frame)).toHaveCount(7)
    await expect(frame.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
    await page.keyboard.press('ArrowLeft')
    await expect(cells(frame)).toHaveCount(6)
    await expect(frame.getByRole('status')).toContainText('Move 6 of 7: Yellow, column 3')

    const french = page.frameLocator('iframe').nth(1)
    await expect(french.getByRole('link', { name: messages('fr')('embed_open') })).toBeVisible()
    await expect(french.locator('html')).toHaveAttribute('data-theme', 'dark')

    // The link leads to the position, in a page of its own, where Ana is still Ana.
    const opened = page.waitForEvent('popup')
    await frame.getByRole('link', { name: 'Open in Quatre' }).click()
    const ownPage = await opened
    await ownPage.waitForURL(`${url}${game.replace('/g/', '/games/')}?ply=6`)
    await expect(ownPage.getByRole('heading', { name: 'You vs Yellow' })).toBeVisible()

    // The code of the embed has no access to what belongs to Ana.
    const inside = page.frames().find((one) => one.url().includes('/embed/'))!
    for (const forbidden of ['document.cookie', 'localStorage.length'])
      expect(
        await inside.evaluate((code) => {
          try {
            return String(new Function(`return ${code}`)())
          } catch (error) {
            return (error as Error).name
          }
        }, forbidden),
      ).not.toMatch(/^[0-9]|quatre/)
    expect(cookies).toEqual([])
    expect(JSON.stringify((await ana.context.cookies()).map(({ name, value }) => [name, value]))).toBe(before)
    expect(errorsOf(ana)).toEqual([])
    await ownPage.close()
  }
})

test('a room is watched on a page of another site, and cannot be played there', async ({ browser, url }) => {
  const [ana, bob] = await pair(browser, url)
  const room = new URL(ana.page.url()).pathname
  // Ana herself reads the page with the embed: there she has no seat.
  const page = await ana.context.newPage()
  embedded = [`${url}/embed${room}`]
  await page.goto(siteUrl('127.0.0.1'))
  const frame = page.frameLocator('iframe')
  await expect(frame.getByRole('status')).toContainText('Red’s turn')
  await expect(cells(frame)).toHaveCount(0)
  await expect(frame.getByRole('button')).toHaveCount(0)
  await playColumns([4], ana)
  await expect(cells(frame)).toHaveCount(1)
  await expect(frame.getByRole('status')).toContainText('Red, column 4.')
  await expect(ana.page.getByText(/1 (spectator|watching)/).first()).toBeVisible()
  await bob.resign()
  await expect(frame.getByRole('status')).toContainText('Red wins!')

  await ana.button('More').click()
  await ana.page.getByRole('switch', { name: 'Allow spectators' }).click()
  await expect(frame.getByRole('alert')).toBeVisible()
  await expect(frame.getByRole('button', { name: 'Try again' })).toBeVisible()
  expect(errorsOf(ana, bob)).toEqual([])
})

test('an embed of nothing says so, and no other page can be framed', async ({ browser, url }) => {
  const ana = await Person.at(browser, replay, { storageState })
  const { page } = ana
  embedded = [
    `${url}/embed/g/nosuchgame/1`,
    url,
    `${url}${game.replace('/g/', '/games/')}`,
    `${url}/embedded`,
  ]
  await page.goto(siteUrl('127.0.0.1'))
  await expect(page.frameLocator('iframe').first().getByRole('alert')).toContainText('Nothing to show')
  await page.waitForLoadState('load')
  expect(
    page
      .frames()
      .slice(2)
      .map((frame) => frame.url()),
  ).toEqual(Array(3).fill('chrome-error://chromewebdata/'))

  // Opened on its own, an embed works too.
  await page.goto(`${url}/embed${game}`)
  await expect(page.getByRole('status')).toContainText('Red won')
})

test('a game is shared from its replay: picture, link and code', async ({ browser, url }) => {
  const ana = await Person.at(browser, replay, { storageState })
  const { page } = ana
  await ana.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.addInitScript(() => {
    navigator.canShare = () => true
    navigator.share = async ({ files, url }: ShareData = {}) => {
      document.title = `${url} ${files?.map(({ name, type, size }) => `${name} ${type} ${size}`)}`
    }
    // The picture as the dialog copies it: in the clipboard, Chromium encodes it again.
    const write = navigator.clipboard.write.bind(navigator.clipboard)
    navigator.clipboard.write = async (items) => {
      const picture = await items[0]!.getType('image/png')
      document.title = `${picture.type} ${(await createImageBitmap(picture)).width}`
      await write(items)
    }
  })
  await page.reload()
  await ana.openMore()
  await ana.button('Share').click()
  const dialog = page.getByRole('dialog', { name: 'Share this game' })
  const picture = dialog.getByRole('img', { name: 'Moving picture of the game: Red vs Yellow' })
  await expect(picture).toBeVisible()
  const film = () => picture.evaluate(filmOf)
  // The empty board, each of the seven moves, and the end.
  for (const [label, pause] of [
    ['1\u00a0×', 700],
    ['½\u00a0×', 1400],
    ['2\u00a0×', 350],
  ] as const) {
    await dialog.getByRole('radio', { name: label, exact: true }).check()
    await expect
      .poll(film)
      .toMatchObject({ type: 'image/gif', width: 360, pauses: [...Array(8).fill(pause), 4000] })
  }
  // A person who wants no motion sees the end of the game.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect.poll(film).toMatchObject({ type: 'image/png', width: 1200 })
  expect(await violations(page)).toEqual([])

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Download' }).click(),
  ])
  const name = `quatre-${game.split('/')[2]}-1.gif`
  expect(file.suggestedFilename()).toBe(name)
  const bytes = await readFile(await file.path())
  expect(bytes.subarray(0, 6).toString()).toBe('GIF89a')
  await dialog.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(page).toHaveTitle(`${url}${game.replace('/g/', '/games/')} ${name} image/gif ${bytes.length}`)
  await dialog.getByRole('button', { name: 'Copy picture' }).click()
  await expect(page).toHaveTitle('image/png 1200')

  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  await expect(dialog.getByRole('status')).toHaveText('Copied')
  await expect.poll(clipboard).toMatch(new RegExp(`^http://[^/]+${game.replace('/g/', '/games/')}$`))
  await dialog.getByRole('button', { name: 'Embed code' }).click()
  await dialog.getByRole('button', { name: 'Copy code' }).click()
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible()
  const code = await clipboard()
  expect(code).toBe(await dialog.getByRole('textbox', { name: 'Embed code' }).inputValue())
  expect(code).toContain(`/embed${game}" width="400" height="470" title="Red vs Yellow" `)
  await page.keyboard.press('Escape')
  await expect(ana.button('Share')).toBeFocused()

  // The code of the dialog works in another page.
  embedded = [new URL(/src="([^"]+)"/.exec(code)![1]!).pathname].map((path) => url + path)
  await page.goto(siteUrl('localhost'))
  await expect(cells(page.frameLocator('iframe'))).toHaveCount(7)
  expect(errorsOf(ana)).toEqual([])
})
