/** What the person has done in Force 3 on this device. The lesson and the guidance end with it. */
import { readText, writeText } from '../storage'

/** `lesson`: done or skipped; the others: turns of this kind were played. */
export type Done = 'lesson' | 'place' | 'move' | 'slide'

const KEY = 'quatre.force3'
const ALL: readonly Done[] = ['lesson', 'place', 'move', 'slide']

/** The known words in a stored text; others are dropped. */
export const wordsIn = <Word extends string>(
  text: string | null,
  known: readonly Word[],
): ReadonlySet<Word> => new Set(known.filter((one) => text?.split(' ').includes(one)))

/** What was done on this device until now. */
export const readDone = (): ReadonlySet<Done> => wordsIn(readText(KEY), ALL)

/** Adds to what was done, and returns all of it. Without storage it lasts for this visit only. */
export function addDone(done: ReadonlySet<Done>, ...more: Done[]): ReadonlySet<Done> {
  const all = new Set([...readDone(), ...done, ...more])
  writeText(KEY, [...all].join(' '))
  return all
}
