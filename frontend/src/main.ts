import './tokens.css'
import './base.css'
import './lib/i18n/locale.svelte'
import { mount } from 'svelte'
import App from './App.svelte'

mount(App, { target: document.getElementById('app')! })
