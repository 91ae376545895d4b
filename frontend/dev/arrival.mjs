// Scenes of an invitation: the host who waits, the guest who is invited, and the guest's arrival.
import { FRIEND, ME, entriesOf } from './hub.mjs'

const path = '/r/k7m2p9x4w3tq'
const amelie = { id: ME, name: 'Amélie', colour: 'red' }
const fast = { base: 180_000, increment: 2000 }
const named = (name) => (page) =>
  page.addInitScript((kept) => localStorage.setItem('quatre.choices', JSON.stringify({ name: kept })), name)
/** Gives the browser a share sheet. */
const sharing = (page) =>
  page.addInitScript(() => {
    Object.defineProperty(navigator, 'share', { value: () => Promise.resolve(), configurable: true })
  })

const waiting = (host = amelie, created = {}) => ({
  path,
  entries: entriesOf({ players: [host, { colour: 'yellow' }], joined: false, created }),
  here: { seats: [true, true], spectators: 0 },
})
const invited = (host, created) => ({ ...waiting(host, created), me: FRIEND })
const joined = (name) => ['joined', { seat: 2, player: FRIEND, name }]

export const ARRIVAL_SCENES = [
  { name: 'waiting', ...waiting(), before: named('Amélie') },
  { name: 'waiting-unnamed', ...waiting({ ...amelie, name: undefined }) },
  {
    name: 'waiting-share-fr',
    locale: 'fr-FR',
    ...waiting(amelie, { variant: 'force3:fair', clock: fast }),
    before: async (page) => {
      await named('Amélie')(page)
      await sharing(page)
    },
  },
  {
    name: 'waiting-code',
    ...waiting(),
    before: async (page) => {
      await named('Amélie')(page)
      await sharing(page)
    },
    act: async (page) => {
      const fold = page.getByRole('button', { name: 'Show the QR code' })
      if (await fold.isVisible()) await fold.click()
    },
  },
  { name: 'invited', ...invited() },
  { name: 'invited-fr', locale: 'fr-FR', ...invited() },
  { name: 'invited-known', ...invited(), before: named('Ben') },
  { name: 'invited-unnamed', ...invited({ ...amelie, name: undefined }) },
  {
    name: 'invited-terms-known-fr',
    locale: 'fr-FR',
    ...invited(amelie, { variant: 'force3:fair', clock: fast, advice: [true, false] }),
    before: named('Ben'),
  },
  { name: 'arrived', ...waiting(), before: named('Amélie'), act: (page, send) => send(joined('Ben')) },
  {
    name: 'arrived-unnamed-fr',
    locale: 'fr-FR',
    ...waiting(),
    before: named('Amélie'),
    act: (page, send) => send(joined()),
  },
]

export const ARRIVAL_MOMENTS = [
  {
    name: 'arrival',
    ...waiting(),
    acts: [[0, (page, send) => send(joined('Ben'))]],
    ms: 720,
    step: 60,
  },
  {
    name: 'arrival-end',
    ...waiting(),
    acts: [[0, (page, send) => send(joined('Ben'))]],
    ms: 3000,
    step: 300,
  },
  {
    name: 'arrival-reduced',
    ...waiting(),
    reduced: true,
    acts: [[0, (page, send) => send(joined('Ben'))]],
    ms: 3000,
    step: 600,
  },
]
