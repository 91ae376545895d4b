/**
 * Polls the hub about one position until the answer is final. It repeats the question while deeper results come, limits
 * the load on the hub, and retries after failures. Requests, time and randomness are passed in.
 */
import type { Analysis, Query } from '../protocol/analysis'
import { Failure, RetryLater } from '../protocol/failure'

export type AnalysisUpdate =
  /** a new answer; unless it is `done`, another update follows */
  | { is: 'found'; analysis: Analysis }
  /** the hub is busy or does not answer; it will be asked again */
  | { is: 'waiting'; failure: Failure }
  /** no deeper answer for a while; polling has stopped */
  | { is: 'stalled' }
  /** the hub refused the question and would refuse it again */
  | { is: 'refused'; failure: Failure }

export interface PollDeps {
  ask: (query: Query, wait: number, signal: AbortSignal) => Promise<Analysis>
  /** resolves after `ms` milliseconds; rejects if the signal is aborted */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  random: () => number
}

/** How long the hub may take for each answer, in milliseconds. The first wait is short, to show something soon. */
const WAITS = [400, 1200, 3000, 5000] as const
/** The minimum time between two questions, in milliseconds. */
const MIN_INTERVAL = 300
/** The first and the longest wait after a failure, in milliseconds. */
const RETRY_FIRST = 1000
const RETRY_MAX = 15_000
/** Polling stops after this many answers in a row that bring nothing new: no greater depth and the same value. */
const MAX_UNCHANGED = 6

const isProgress = (before: Analysis | null, now: Analysis) =>
  before === null || now.depth > before.depth || JSON.stringify(now.value) !== JSON.stringify(before.value)

/** How long to wait after this many failures in a row, in milliseconds. */
function retryDelay(failure: Failure, failures: number, random: () => number): number {
  if (failure instanceof RetryLater) return Math.max(MIN_INTERVAL, failure.after)
  const longest = Math.min(RETRY_MAX, RETRY_FIRST * 2 ** failures)
  return longest / 2 + (longest / 2) * random()
}

/** Reports updates about one position until it is done, stalled, refused or aborted. Reports nothing after an abort. */
export async function pollAnalysis(
  query: Query,
  signal: AbortSignal,
  report: (update: AnalysisUpdate) => void,
  { ask, sleep, random }: PollDeps,
): Promise<void> {
  let before: Analysis | null = null
  let failures = 0
  let unchanged = 0
  for (let asked = 0; !signal.aborted; asked++) {
    let wait = MIN_INTERVAL
    try {
      const analysis = await ask(query, WAITS[Math.min(asked, WAITS.length - 1)]!, signal)
      failures = 0
      unchanged = isProgress(before, analysis) ? 0 : unchanged + 1
      before = analysis
      report({ is: 'found', analysis })
      if (analysis.done) return
      if (unchanged >= MAX_UNCHANGED) return report({ is: 'stalled' })
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof Failure)) throw error
      if (!error.retry) return report({ is: 'refused', failure: error })
      report({ is: 'waiting', failure: error })
      wait = retryDelay(error, failures++, random)
    }
    await sleep(wait, signal).catch(() => {})
  }
}

/** The `sleep` of PollDeps. */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })
}
