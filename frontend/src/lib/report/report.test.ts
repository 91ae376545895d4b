import { expect, it } from 'vitest'
import { csvText, latexText, linesOf } from './report'

const table = {
  head: ['level', 'points, %'],
  rows: [
    ['5 & 2_x "a"', 1234.5],
    ['αβ −3 ^ \\ ~', null],
    ['•5 7⇒ 3→5…', 1],
    ['=1+1', -1],
    ['+5', 0],
  ],
}

it('writes a table for programs', () => {
  expect(csvText(table)).toBe(
    'level,"points, %"\r\n"5 & 2_x ""a""",1234.5\r\nαβ −3 ^ \\ ~,\r\n•5 7⇒ 3→5…,1\r\n\'=1+1,-1\r\n+5,0\r\n',
  )
})

it('writes a table for LaTeX, in which every sign is printed', () => {
  expect(latexText(table, 'match --a {50 %}', 'fr')).toBe(
    `\\begin{table}
  \\centering
  \\caption{match -{}-a \\{50 \\%\\}}
  \\begin{tabular}{lr}
    \\hline
    level & points, \\% \\\\
    \\hline
    5 \\& 2\\_x "a" & 1\\,234,5 \\\\
    $\\alpha$$\\beta$ $-$3 \\textasciicircum{} \\textbackslash{} \\textasciitilde{} &  \\\\
    \\textbullet{}5 7$\\Rightarrow$ 3$\\to$5\\dots{} & 1 \\\\
    =1+1 & -1 \\\\
    +5 & 0 \\\\
    \\hline
  \\end{tabular}
\\end{table}
`,
  )
})

it('breaks a caption between words', () => {
  expect(linesOf('one two three averylongword four', 9)).toEqual([
    'one two',
    'three',
    'averylong',
    'word four',
  ])
})
