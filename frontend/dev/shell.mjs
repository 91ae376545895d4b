// Scenes of what the page says about itself: no connection, a new version, a missing part, and how to install it.
const bar = (page) => page.locator('.bar.shown').waitFor()
const settings = (page) => page.getByRole('button', { name: /^(Settings|Réglages)$/ }).click()

export const SHELL_SCENES = [
  { name: 'shell-away', path: '/', away: true, act: bar },
  { name: 'shell-away-fr', path: '/games', locale: 'fr-FR', away: true, act: bar },
  { name: 'shell-newer', path: '/lobby', build: 'ffffffff', act: bar },
  {
    name: 'shell-incomplete-fr',
    path: '/',
    locale: 'fr-FR',
    before: (page) => page.route('**/assets/*Dialog*', (route) => route.fulfill({ status: 404 })),
    async act(page) {
      // The first failure reloads the page, the second one asks.
      await Promise.all([page.waitForEvent('load'), settings(page)])
      await page.waitForLoadState('networkidle')
      await settings(page)
      await bar(page)
    },
  },
  {
    name: 'shell-install',
    path: '/',
    async act(page) {
      await page.evaluate(() => dispatchEvent(new Event('beforeinstallprompt')))
      await settings(page)
      const install = page.getByRole('button', { name: 'Install Quatre' })
      await install.scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'shell-install-ios-fr',
    path: '/',
    locale: 'fr-FR',
    before: (page) => page.addInitScript(() => (navigator.standalone = false)),
    async act(page) {
      await settings(page)
      await page.getByText('Pour installer').scrollIntoViewIfNeeded()
    },
  },
]
