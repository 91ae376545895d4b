/** The table of a report, as a file for programs and for LaTeX. Pure. */

/** A cell: a text, a number, or nothing. */
export type Cell = string | number | null

export interface Table {
  head: readonly string[]
  rows: readonly (readonly Cell[])[]
}

/** What a page hands over for a report. */
export interface Report {
  /** the names of the files, without their ends */
  name: string
  /** says what the table and the picture show, and how to get them again */
  caption: string
  /** the address of what they show, in this hub; left out: that of the page */
  path?: string
  table: Table
  /** a drawing of this page; left out or null: there is none */
  picture?: SVGSVGElement | null | undefined
}

/** The table as comma-separated values (RFC 4180). Numbers are written as programs read them. */
export function csvText({ head, rows }: Table): string {
  const field = (cell: Cell) => {
    let text = cell === null ? '' : String(cell)
    // A spreadsheet would take a name such as "=1+1" for a formula.
    if (typeof cell === 'string' && /^[=@]|^[+-](?![\d#∞])/.test(text)) text = `'${text}`
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  return [head, ...rows].map((row) => row.map(field).join(',') + '\r\n').join('')
}

/** What LaTeX would not print as it is: its own signs, and those that its usual fonts lack. */
const LATEX: Record<string, string> = {
  '\\': '\\textbackslash{}',
  '^': '\\textasciicircum{}',
  '~': '\\textasciitilde{}',
  '−': '$-$',
  '×': '$\\times$',
  '≥': '$\\ge$',
  '≤': '$\\le$',
  '∞': '$\\infty$',
  α: '$\\alpha$',
  β: '$\\beta$',
  '…': '\\dots{}',
  '⋯': '$\\cdots$',
  '→': '$\\to$',
  '⇒': '$\\Rightarrow$',
  '•': '\\textbullet{}',
  '\u00a0': '~',
  '\u202f': '\\,',
}
const latex = (text: string) =>
  text
    .replace(/[&%$#_{}]/g, (sign) => `\\${sign}`)
    .replace(/\\(?![&%$#_{}])|[^\\&%$#_{}\p{L}\p{N}\p{P} ]|[…•αβ]/gu, (sign) => LATEX[sign] ?? sign)
    // Else "--", as in an option of a command, would become one dash.
    .replaceAll('--', '-{}-')

/** The table for LaTeX, with its caption, for which no package is needed. `language`: how numbers are written. */
export function latexText({ head, rows }: Table, caption: string, language: string): string {
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 3 })
  const cell = (one: Cell) => latex(one === null ? '' : typeof one === 'number' ? number.format(one) : one)
  const columns = head.map((_, i) => (rows.some((row) => typeof row[i] === 'string') ? 'l' : 'r')).join('')
  const line = (row: readonly Cell[]) => `    ${row.map(cell).join(' & ')} \\\\\n`
  return (
    `\\begin{table}\n  \\centering\n  \\caption{${latex(caption)}}\n  \\begin{tabular}{${columns}}\n    \\hline\n` +
    `${line(head)}    \\hline\n${rows.map(line).join('')}    \\hline\n  \\end{tabular}\n\\end{table}\n`
  )
}

/** A caption in lines of at most `width` characters, broken between words, and within an address that is longer. */
export function linesOf(caption: string, width: number): string[] {
  const lines = ['']
  for (const word of caption
    .split(' ')
    .flatMap((word) => word.match(new RegExp(`.{1,${width}}`, 'gsu')) ?? [])) {
    const longer = `${lines.at(-1)!} ${word}`.trimStart()
    if (longer.length <= width || lines.at(-1) === '') lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
