/** The line of a file that could not be read, cut to what fits, and where in it the trouble is. */

export interface Excerpt {
  /** the line, or a part of it with … where it is cut */
  text: string
  /** characters of `text` before the trouble; the caret goes under the next one */
  before: number
}

/** Characters shown of a long line, on either side of the trouble. */
export const MARGIN = 32

/** A tab has no width of its own to stand a caret under; other control characters may do anything. */
const plain = (text: string) => text.replace(/[\p{Cc}]/gu, ' ')

/**
 * Cuts `file` around a place. Line and column count from 1, columns in characters (code points). A place beyond the end
 * is taken for the end.
 */
export function excerpt(file: string, line: number, column: number): Excerpt {
  const lines = file.split(/\r\n|\r|\n/)
  const found = [...plain(lines[Math.min(Math.max(line, 1), lines.length) - 1]!)]
  const at = Math.min(Math.max(column, 1) - 1, found.length)
  const from = at <= MARGIN ? 0 : at - MARGIN
  const to = Math.min(found.length, at + MARGIN)
  const head = from > 0 ? '…' : ''
  const tail = to < found.length ? '…' : ''
  return { text: head + found.slice(from, to).join('') + tail, before: at - from + head.length }
}
