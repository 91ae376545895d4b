import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { BIN, ROOT } from './processes'

/** Builds the real programs, with the page in them, once for all tests. */
export default function build(): void {
  if (!existsSync(`${ROOT}/frontend/dist/index.html`))
    throw new Error('The page is not built: npm run build comes first.')
  execFileSync('go', ['build', '-o', `${BIN}/`, './cmd/...'], { cwd: ROOT, stdio: 'inherit' })
}
