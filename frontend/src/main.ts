import './tokens.css'
import './base.css'
import './lib/i18n/locale.svelte'
import { mount } from 'svelte'
import App from './App.svelte'
import { router } from './lib/router.svelte'
import { fetched } from './pages'

// The page of the address first: it is drawn whole, and nothing moves when it comes.
void fetched(router.route).then(() => mount(App, { target: document.getElementById('app')! }))
