import type { Page } from '@playwright/test'

/** A length in points, in whole millimetres. */
const mm = (points: string) => Math.round((Number(points) / 72) * 25.4)

/** Prints a page, on A4 if it does not choose its paper. Returns the number of sheets and their sizes in millimetres. */
export async function printed(page: Page): Promise<{ sheets: number; sizes: string[] }> {
  const pdf = (await page.pdf({ format: 'A4', preferCSSPageSize: true })).toString('latin1')
  const sizes = [...pdf.matchAll(/\/MediaBox ?\[0 0 ([\d.]+) ([\d.]+)/g)].map(
    ([, width, height]) => `${mm(width!)} x ${mm(height!)}`,
  )
  return { sheets: pdf.match(/\/Type \/Page\b(?!s)/g)?.length ?? 0, sizes: [...new Set(sizes)] }
}
