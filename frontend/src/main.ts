import './tokens.css'
import './base.css'
import './page.css'
import './lib/gesture.svelte'
import './lib/i18n/locale.svelte'
import { mount } from 'svelte'
import App from './App.svelte'
import { router } from './lib/router.svelte'
import { shell } from './lib/shell/state.svelte'
import { loadPage } from './pages'

// Vite's loader reports every import that fails.
addEventListener('vite:preloadError', () => (shell.incomplete = true))

const app = document.getElementById('app')!
// Load the page of the address before mounting, so that nothing moves when it appears.
void loadPage(router.route).then(() => {
  app.replaceChildren() // the outline
  mount(App, { target: app })
})
