import { execFileSync } from 'node:child_process'
import { FRAMES } from './frames'
import { ROOT } from './processes'

/** Compares every frame of the tests with docs/api/asyncapi.yaml. */
export default function globalTeardown(): void {
  const test = [
    'test',
    '-count=1',
    '-run',
    '^TestRecordedFrames$',
    './internal/hub/wiretest',
    '-args',
    '-frames',
    FRAMES,
  ]
  execFileSync('go', test, { cwd: ROOT, stdio: 'inherit' })
}
