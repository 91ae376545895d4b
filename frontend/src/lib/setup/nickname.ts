/** Cleans nicknames. It is not in protocol/commands.ts, so that its table is loaded with a field for a nickname only. */
import scripts from '../../../../internal/room/scripts.json'
import { MAX_NAME } from '../protocol/commands'

/** Symbols that stand for nothing: two that look like a space, and the sign for what a decoder could not read. */
const BLANKS = /[\u2800\u{1D159}\uFFFD]/gu

const JOINERS = '[\\u200c\\u200d]'
const MARK = `[\\p{Mn}\\p{Me}]${JOINERS}*`
const THIRD = scripts.thirdMark
const TOWERS = new RegExp(`((?:${MARK}){2}(?:(?=${THIRD})${MARK}|(?!${THIRD})))(?:${MARK})+`, 'gu')

const RULES = scripts.joiners.map(({ joiner, before, after }) => ({
  joiner,
  before: new RegExp(before, 'u'),
  after: new RegExp(after, 'u'),
}))

/** Removes joiners where no script and no emoji uses them. Of several in a row one stays. */
const withoutNeedlessJoiners = (name: string) =>
  name
    .replace(new RegExp(`(${JOINERS})${JOINERS}+`, 'g'), '$1')
    .replace(new RegExp(JOINERS, 'g'), (found, at: number, all: string) =>
      RULES.some(
        ({ joiner, before, after }) =>
          joiner.includes(found) && before.test(all.slice(0, at)) && after.test(all.slice(at + 1)),
      )
        ? found
        : '',
    )

/**
 * Cleans a typed nickname, so that the hub accepts it unless it is reserved: trims and collapses spaces, removes
 * invisible characters except joiners that a script or an emoji uses, removes all but two or three of several combining
 * marks in a row, cuts to MAX_NAME. What scripts need is in a file that the hub reads too.
 */
export function cleanName(typed: string): string {
  const visible = typed
    .replace(/(?![\u200c\u200d])[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '')
    .replace(BLANKS, ' ')
    .normalize('NFKC')
  const spaced = withoutNeedlessJoiners(visible)
    .replace(/[\p{Cc}\p{Cn}\p{Co}\p{Cs}\s]+/gu, ' ')
    .trim()
    .replace(/^[\p{Mn}\p{Me}]+/u, '')
    .replace(TOWERS, '$1')
  return withoutNeedlessJoiners([...spaced].slice(0, MAX_NAME).join('')).trim()
}
