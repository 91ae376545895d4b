import './tokens.css'
import './base.css'
import './page.css'
import './lib/i18n/locale.svelte'
import { mount } from 'svelte'
import App from './App.svelte'
import { router } from './lib/router.svelte'
import { loadPage } from './pages'

// Load the page of the address before mounting, so that nothing moves when it appears.
void loadPage(router.route).then(() => mount(App, { target: document.getElementById('app')! }))
