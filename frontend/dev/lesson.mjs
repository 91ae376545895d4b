// Scenes of what Force 3 teaches: the lesson, the guidance of the first turns, reasons, and pieces that are dragged.
// `done` is what the person has done on this device: see src/lib/lesson/progress.ts.
import { ME, entriesOf } from './hub.mjs'

const players = [
  { id: ME, name: 'Ana', colour: 'red' },
  { level: 'very-easy', colour: 'yellow' },
]

const room = (name, variant, moves, scene) => ({
  name: `lesson-${name}`,
  path: '/r/k7m2p9x4w3tq',
  entries: entriesOf({ players, moves: moves.split(' ').filter(Boolean), created: { variant } }),
  ...scene,
})

/** Taps targets of the newest board, by the start of their names. A string that begins with `!` is a button. */
const taps =
  (...names) =>
  async (page) => {
    for (const name of names) {
      const button = name.startsWith('!')
        ? page.getByRole('dialog').getByRole('button', { name: name.slice(1), exact: true })
        : page
            .locator('.board')
            .last()
            .getByRole('button', { name: new RegExp(`^${name}(?![0-9])`) })
      await button.click({ force: true })
      await page.waitForTimeout(350)
    }
  }

const middleOf = async (page, name) => {
  const target = page.locator('.board').getByRole('button', { name: new RegExp(`^${name}(?![0-9])`) })
  const { x, y, width, height } = await target.boundingBox()
  return { x: x + width / 2, y: y + height / 2 }
}

/** Drags from one target to another, and stops at this share of the way. */
const drags = (from, to, share) => async (page) => {
  const [a, b] = [await middleOf(page, from), await middleOf(page, to)]
  await page.mouse.move(a.x, a.y)
  await page.mouse.down()
  await page.mouse.move(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y), { steps: 4 })
}

const toSecond = ['Hand \\(Red\\)', 'Cell 1', '!Next']
const toThird = [...toSecond, 'Cell 1', 'Cell 2', '!Next']
const learnt = { done: 'lesson' }

export const LESSON_SCENES = [
  room('place', 'force3', '', { done: '' }),
  room('place-fr', 'force3:fair', '', { done: '', locale: 'fr-FR' }),
  room('place-done', 'force3:placed', '', { done: '', act: taps('Cell 1') }),
  room('move', 'force3', '', { done: '', act: taps(...toSecond, 'Cell 1') }),
  room('slide', 'force3', '', { done: '', act: taps(...toThird) }),
  room('slide-done', 'force3', '', { done: '', act: taps(...toThird, 'Cell 2', 'Cell 5') }),
  room('guide', 'force3', '', learnt),
  room('guide-next', 'force3:report', 'P1 P9', { done: 'lesson place' }),
  room('guide-slide-fr', 'force3', 'P1 P9', { done: 'lesson place move', locale: 'fr-FR' }),
  room('forbidden', 'force3:fair', '', { ...learnt, act: taps('Cell 2') }),
  room('forbidden-far', 'force3:report', 'P1 P3 P9 P7 P2 P8', { ...learnt, act: taps('Cell 2', 'Cell 4') }),
  room('again', 'force3', '', { ...learnt, act: taps('Cell 2') }),
  room('drag-disc', 'force3', 'P1 P9', { act: drags('Cell 1', 'Cell 6', 0.6) }),
  room('drag-hand', 'force3', 'P1 P9', { act: drags('Hand \\(Red\\)', 'Cell 2', 0.7) }),
  room('drag-tile', 'force3', 'P2 P9', { act: drags('Cell 2', 'Cell 5', 0.6) }),
  room('help', 'force3', 'P1', { act: (page) => page.keyboard.press('?') }),
]
