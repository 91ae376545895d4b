import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { ROOT } from './processes'

/** axe. The browser takes long to hand over a script of this size, so a test of many pages adds it to its page once. */
export const AXE = readFileSync(join(ROOT, 'frontend/node_modules/axe-core/axe.min.js'), 'utf8')

/**
 * Returns the accessibility violations that axe finds on a page without frames, each as "rule at elements".
 * @axe-core/playwright, made for pages with frames, opens a second page for each run and takes several times as long.
 */
export async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    // To find a selector for every element would take as long as the rules themselves.
    const found = await axe.run({ resultTypes: ['violations'], selectors: false })
    return found.violations.map(({ id, nodes }) => `${id} at ${nodes.map((node) => node.html).join(', ')}`)
  })
}
