import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { BIN, ROOT } from './processes'

/** Builds the programs, with the page embedded, once for all tests. */
export default function globalSetup(): void {
  if (!existsSync(`${ROOT}/frontend/dist/index.html`))
    throw new Error('The page is not built. Run npm run build first.')
  execFileSync('go', ['build', '-o', `${BIN}/`, './cmd/...'], { cwd: ROOT, stdio: 'inherit' })
}
