/**
 * The person's last choices and theme, stored in this browser whenever they change. Without storage they last for this
 * visit only.
 */
import { readChoices, type Choices } from './choices'
import { readJson, readText, writeJson, writeText } from '../storage'
import { tellHub } from '../tellhub'

export type Theme = 'auto' | 'light' | 'dark'
export type { Choices } from './choices'

const CHOICES_KEY = 'quatre.choices'
const THEME_KEY = 'quatre.theme'

export const choices = $state<Choices>(readChoices(readJson(CHOICES_KEY)))

/** Stores the choices even if they are still the defaults: the person has opened a room with them. */
export const saveChoices = (): void => void writeJson(CHOICES_KEY, choices)

let known = JSON.stringify(choices)
$effect.root(() => {
  $effect(() => {
    const now = JSON.stringify(choices)
    if (now !== known) writeText(CHOICES_KEY, now)
    known = now
  })
})

const isChosen = (theme: string | null): theme is Theme => theme === 'light' || theme === 'dark'

let theme = $state<Theme>('auto')

function show(chosen: Theme): void {
  theme = chosen
  if (chosen === 'auto') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = chosen
  tellHub('theme', chosen)
}

const stored = readText(THEME_KEY)
if (isChosen(stored)) show(stored)

export const themeSetting = {
  get theme(): Theme {
    return theme
  },
  choose(chosen: Theme): void {
    writeText(THEME_KEY, chosen)
    show(chosen)
  },
}
