/** What a person chose last time, kept in this browser. */
import type { Colour } from './protocol/entries'

export type Theme = 'auto' | 'light' | 'dark'
export type Starter = 'me' | 'other' | 'random'

export interface Choices {
  level: string
  starter: Starter
  colour: Colour
  name: string
}

const KEY = 'quatre.choices'
const THEME = 'quatre.theme'
const DEFAULTS: Choices = { level: 'normal', starter: 'me', colour: 'red', name: '' }

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

function load(): Choices {
  try {
    const kept = JSON.parse(read(KEY) ?? '{}') as Partial<Choices>
    return {
      level: typeof kept.level === 'string' ? kept.level : DEFAULTS.level,
      starter: kept.starter === 'other' || kept.starter === 'random' ? kept.starter : 'me',
      colour: kept.colour === 'yellow' ? 'yellow' : 'red',
      name: typeof kept.name === 'string' ? kept.name : '',
    }
  } catch {
    return { ...DEFAULTS }
  }
}

export const choices = $state<Choices>(load())

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
