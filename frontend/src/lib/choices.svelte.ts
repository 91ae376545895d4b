/** The person's last choices and theme, stored in this browser. */
import { readChoices, type Choices } from './setup/choices'
import { tellHub } from './tellhub'

export type Theme = 'auto' | 'light' | 'dark'
export type { Choices } from './setup/choices'

const CHOICES_KEY = 'quatre.choices'
const THEME_KEY = 'quatre.theme'

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Without storage the choices last for this visit only.
  }
}

export const choices = $state<Choices>(readChoices(read(CHOICES_KEY)))

export const saveChoices = (): void => write(CHOICES_KEY, JSON.stringify(choices))

const isChosen = (theme: string | null): theme is Theme => theme === 'light' || theme === 'dark'

let theme = $state<Theme>('auto')

function show(chosen: Theme): void {
  theme = chosen
  if (chosen === 'auto') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = chosen
  tellHub('theme', chosen)
}

const stored = read(THEME_KEY)
if (isChosen(stored)) show(stored)

export const themeSetting = {
  get theme(): Theme {
    return theme
  },
  choose(chosen: Theme): void {
    write(THEME_KEY, chosen)
    show(chosen)
  },
}
