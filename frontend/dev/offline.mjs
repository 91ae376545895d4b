// Scenes of what the device does without the hub, or before the hub answers. What plays there is real.
import { ana, me, room, zoe } from './cast.mjs'
import { entriesOf } from './hub.mjs'

/** Lets the page believe that the service worker has what plays on the device. Scenes run without the worker. */
const kept = (page) =>
  page.addInitScript(() => {
    CacheStorage.prototype.match = () => Promise.resolve(new Response())
    Object.defineProperty(ServiceWorkerContainer.prototype, 'controller', { get: () => ({}) })
  })
const noModule = (page) => page.route('**/*.wasm', (route) => route.fulfill({ status: 404 }))
const finished = (page) =>
  page.addInitScript(() => localStorage.setItem('quatre.device.games', JSON.stringify(['one', 'two'])))
const busy = () => ({ status: 503, code: 'no_worker', text: '', retry: true })
const nothing = (body) => ({
  variant: body.variant,
  turn: 'second',
  over: false,
  done: false,
  value: { low: null, high: null, estimate: 0 },
  moves: [],
  depth: 0,
  nodes: 0,
})

const press = (page, name) => page.getByRole('button', { name }).first().click()
/** Plays the AI on the device. */
async function playHere(page) {
  await page.context().setOffline(true)
  await press(page, /^(Play the AI|Jouer contre l’IA)$/)
  await page.waitForURL(/\/r\/device-/)
  await page.getByRole('button', { name: /^(Column|Colonne) 4/ }).click()
  await page.waitForTimeout(3000)
}
const preliminary = (page) =>
  page
    .getByText(/^(Preliminary, from this device|Provisoire, calculé sur cet appareil)/)
    .first()
    .waitFor()

/** A scene in English and in French. */
const both = (name, scene) => [
  { name: `offline-${name}`, ...scene },
  { name: `offline-${name}-fr`, locale: 'fr-FR', ...scene },
]

/** A position that takes a server about two seconds. */
const HARD = '/analysis?moves=44444222233'
const hinted = { path: room, before: kept, wait: 2500 }

export const OFFLINE_SCENES = [
  ...both('missing', {
    path: '/',
    away: true,
    before: noModule,
    async act(page) {
      await page.locator('.bar.shown').waitFor()
      await press(page, /^(Play the AI|Jouer contre l’IA)$/)
      await page.getByText(/needs a file|manque un fichier/).waitFor()
    },
  }),
  ...both('playable', { path: '/games', away: true, before: kept }),
  ...both('games', { path: '/', before: finished }),
  ...both('room', { path: '/', act: playHere }),
  ...both('analysis', { path: HARD, before: kept, analysis: nothing, act: preliminary }),
  ...both('analysis-busy', { path: HARD, before: kept, analysis: busy, act: preliminary }),
  ...both('hint', {
    ...hinted,
    entries: entriesOf({ players: [ana, zoe], moves: '4435', created: { advice: [true, false] } }),
  }),
  ...both('hint-tiles', {
    ...hinted,
    entries: entriesOf({
      players: [me, zoe],
      moves: ['P1', 'P9', 'P3', 'M9-8'],
      created: { variant: 'force3', advice: [true, false] },
    }),
  }),
]
