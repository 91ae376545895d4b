/** What a person chose last time, kept in this browser. */
import { readChoices, type Choices } from './setup/choices'

export type Theme = 'auto' | 'light' | 'dark'
export type { Choices } from './setup/choices'

const KEY = 'quatre.choices'
const THEME = 'quatre.theme'

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
    // A browser that keeps nothing forgets this too.
  }
}

export const choices = $state<Choices>(readChoices(read(KEY)))

export const remember = (): void => write(KEY, JSON.stringify(choices))

const themeNow = (): Theme => {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'auto'
}

let theme = $state<Theme>(themeNow())

export const look = {
  get theme(): Theme {
    return theme
  },
  choose(chosen: Theme): void {
    theme = chosen
    write(THEME, chosen)
    if (chosen === 'auto') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = chosen
  },
}
