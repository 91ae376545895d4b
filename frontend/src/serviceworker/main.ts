/**
 * The service worker: keeps the page's files, so that the page starts without a network.
 *
 * - It keeps the code of its own build in one cache, with one document: the shell. It becomes active only when all of it
 *   is there. So a document from the cache and its files are always of one build.
 * - Files in /assets/ come from the caches first: their names change with their content. Caches of other builds stay
 *   while a page of that build is open, so that this page can still load its dialogs after the hub was upgraded.
 * - Documents come from the hub. If it does not answer in time, the shell replaces them. The page's code reads the
 *   address and shows the right page.
 * - It touches no other address: not the API, nor pictures, nor what other sites embed.
 * - If the hub no longer has this file, the worker removes itself and its caches.
 *
 * Every build has a worker of its own, because the names of its files are in it. A new worker takes over at once: the
 * pages that are open do not notice, because all caches are searched.
 */
import { routeOf } from '../lib/addresses'

declare const self: ServiceWorkerGlobalScope
/** The code and styles in /assets/, which the worker keeps from the start. The build fills the list in. */
declare const __CODE__: string[]
/** The other files in /assets/, such as the engine for offline play: kept after a page has asked for one of them. */
declare const __ON_DEMAND__: string[]

const FILE = '/sw.js'
const SHELL = '/'
const BUILD = '__BUILD__'
const PREFIX = 'quatre-'
const OWN = PREFIX + BUILD

/** How long the hub may take to answer with a document before the shell replaces it, in milliseconds. */
const DOCUMENT_TIMEOUT = 4000
/** How many files are fetched at once: few, so that the page's own requests do not wait. */
const FETCHES_AT_ONCE = 3
/** How long pages may take to say their builds, in milliseconds. */
const ANSWER_TIMEOUT = 2000
/** How many builds are kept at most. */
const MAX_BUILDS = 4

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))
/** The hub compresses for one client or another; the caches have what it unpacks to. */
const find = (path: string, options?: MultiCacheQueryOptions) =>
  self.caches.match(path, { ignoreVary: true, ...options })
/** Our caches, the oldest first. */
const cacheNames = async () => (await self.caches.keys()).filter((name) => name.startsWith(PREFIX))

self.addEventListener('install', (event) => event.waitUntil(fill().then(() => self.skipWaiting())))
self.addEventListener('activate', (event) => event.waitUntil(takeOver()))
self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== self.location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(asset(event, pathname))
  else if (mode === 'navigate' && routeOf(pathname).page !== 'unknown') event.respondWith(page(event))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(show(String(event.notification.data)))
})

/** Brings the page at this address to the front, or opens it again: it has shown a notification (lib/cues/notify.ts). */
async function show(url: string): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = pages.find((one) => one.url === url)
  await (page ? page.focus() : self.clients.openWindow(url))
}

// Keeping a build

/** Fills the cache of this build. Fails if a file is missing, or if the hub serves another build: the browser tries later. */
async function fill(): Promise<void> {
  const used = await usesOnDemand()
  const own = await self.caches.open(OWN)
  await keep(own, __CODE__)
  // Without them the page still starts, so their failure is none of the worker's.
  if (used) await keep(own, __ON_DEMAND__).catch(() => {})
  const shell = await fetch(SHELL, { cache: 'no-store' })
  const document = await shell.clone().text()
  if (!shell.ok || shell.redirected || !document.includes(`content="${BUILD}"`))
    throw new Error('The hub serves another build.')
  await own.put(SHELL, shell)
}

/** Puts files into a cache: from another cache, else from the hub. */
async function keep(cache: Cache, files: readonly string[]): Promise<void> {
  const waiting = [...files]
  const fetchSome = async () => {
    for (let file = waiting.pop(); file; file = waiting.pop()) {
      const response = (await find(file)) ?? (await fetch(file, { priority: 'low' }))
      if (!response.ok) throw new Error(`${file}: ${response.status}`)
      await cache.put(file, response)
    }
  }
  await Promise.all(Array.from({ length: FETCHES_AT_ONCE }, fetchSome))
}

/** Whether a page has asked for a file that is kept on demand, in this build or an earlier one. */
async function usesOnDemand(): Promise<boolean> {
  for (const name of await cacheNames()) {
    const files = await (await self.caches.open(name)).keys()
    if (files.some(({ url }) => url.includes('/assets/') && !/\.(js|css)$/.test(url))) return true
  }
  return false
}

async function takeOver(): Promise<void> {
  // With it, the request for a document does not wait until the worker has started.
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
  const open = await openBuilds()
  const others = (await cacheNames()).filter((name) => name !== OWN)
  const tooOld = others.slice(0, Math.max(0, others.length + 1 - MAX_BUILDS))
  const unused = open ? others.filter((name) => !open.has(name.slice(PREFIX.length))) : []
  await Promise.all([...tooOld, ...unused].map((name) => self.caches.delete(name)))
}

/** The builds of all open pages; null if a page does not say its own, because it is frozen or only starting. */
async function openBuilds(): Promise<Set<string> | null> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const answers = pages.map(
    (page) =>
      new Promise<string>((answered) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = ({ data }) => answered(String(data))
        page.postMessage('build?', [port2])
      }),
  )
  return Promise.race([
    Promise.all(answers).then((builds) => new Set(builds)),
    wait(ANSWER_TIMEOUT).then(() => null),
  ])
}

// Answering requests

async function asset(event: FetchEvent, path: string): Promise<Response> {
  const kept = await find(path)
  if (kept) return kept
  const response = await fetch(event.request)
  if (response.ok && __ON_DEMAND__.includes(path)) {
    const copy = response.clone()
    event.waitUntil(self.caches.open(OWN).then((own) => own.put(path, copy)))
  }
  return response
}

async function page(event: FetchEvent): Promise<Response> {
  const fromHub = (async () =>
    ((await event.preloadResponse) as Response | undefined) ?? fetch(event.request))()
  // Without a network there is nothing to learn.
  event.waitUntil(fromHub.then(leaveIfUnwanted, () => {}))
  const inTime = await Promise.race([fromHub.catch(() => null), wait(DOCUMENT_TIMEOUT).then(() => null)])
  // A proxy whose hub is away answers with a status from 500.
  if (inTime && inTime.status < 500) return inTime
  return (await find(SHELL, { cacheName: OWN })) ?? fromHub
}

/** The way out: removes the worker and its caches if the hub says that it has no such file. */
async function leaveIfUnwanted(): Promise<void> {
  const { status } = await fetch(FILE, { method: 'HEAD', cache: 'no-store' })
  if (status !== 404 && status !== 410) return
  await self.registration.unregister()
  await Promise.all((await cacheNames()).map((name) => self.caches.delete(name)))
}
