import type { Page } from '@playwright/test'

/** Prints a page, on A4 if it does not choose its paper. Returns the number of sheets and their sizes in points. */
export async function printed(page: Page): Promise<{ sheets: number; sizes: string[] }> {
  const pdf = (await page.pdf({ format: 'A4', preferCSSPageSize: true })).toString('latin1')
  const sizes = [...pdf.matchAll(/\/MediaBox ?\[0 0 ([\d.]+) ([\d.]+)/g)].map(
    ([, width, height]) => `${Math.round(Number(width))} x ${Math.round(Number(height))}`,
  )
  return { sheets: pdf.match(/\/Type \/Page\b(?!s)/g)?.length ?? 0, sizes: [...new Set(sizes)] }
}
