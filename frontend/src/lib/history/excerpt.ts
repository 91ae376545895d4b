/** Cuts out the line of a file with an error, to show it with a caret. */

export interface Excerpt {
  /** the line, or a part of it with … where it is cut */
  text: string
  /** characters of `text` before the error; the caret goes under the next one */
  before: number
}

/** How many characters of a long line are shown on each side of the error. */
export const MARGIN = 32

/** Replaces tabs and other control characters by spaces, so that the caret is under the right character. */
const withoutControls = (text: string) => text.replace(/[\p{Cc}]/gu, ' ')

/**
 * Cuts out the text around an error. Line and column count from 1; columns count code points. A position beyond the end
 * means the end.
 */
export function excerpt(file: string, line: number, column: number): Excerpt {
  const lines = file.split(/\r\n|\r|\n/)
  const found = [...withoutControls(lines[Math.min(Math.max(line, 1), lines.length) - 1]!)]
  const at = Math.min(Math.max(column, 1) - 1, found.length)
  const from = at <= MARGIN ? 0 : at - MARGIN
  const to = Math.min(found.length, at + MARGIN)
  const head = from > 0 ? '…' : ''
  const tail = to < found.length ? '…' : ''
  return { text: head + found.slice(from, to).join('') + tail, before: at - from + head.length }
}
