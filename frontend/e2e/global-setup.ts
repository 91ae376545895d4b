import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { FRAMES } from './frames'
import { BIN, ROOT } from './processes'

/** Builds the programs, with the page embedded, once for all tests. */
export default function globalSetup(): void {
  if (!existsSync(`${ROOT}/frontend/dist/index.html`))
    throw new Error('The page is not built. Run npm run build first.')
  rmSync(FRAMES, { recursive: true, force: true })
  mkdirSync(FRAMES, { recursive: true })
  execFileSync('go', ['build', '-o', `${BIN}/`, './cmd/...'], { cwd: ROOT, stdio: 'inherit' })
}
