/** Analyses positions on this device. */
import type { Analysis, Query } from '../protocol/analysis'
import { Failure } from '../protocol/failure'
import { converse, failureOf, type Conversation } from './module'

/** How much longer than asked the first answer may take, in milliseconds: some games begin with a table. */
const PATIENCE = 5000

/**
 * Analyses a position, as `analyse` of the hub does: resolves with the best answer after `wait` milliseconds, or earlier
 * with a final one. If there is no answer by then, resolves with the first one.
 */
export function analyseOnDevice(
  { variant, moves }: Query,
  wait: number,
  signal: AbortSignal,
): Promise<Analysis> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error)
    let best: Analysis | null = null
    let late = false
    let over = false
    let conversation: Conversation | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = (result: () => void) => {
      over = true
      clearTimeout(timer)
      conversation?.end()
      result()
    }
    const onTime = () => {
      if (best) return end(() => resolve(best!))
      late = true
      timer = setTimeout(() => end(() => reject(new Failure('no_worker', '', true))), PATIENCE)
    }
    signal.addEventListener('abort', () => end(() => reject(signal.reason as Error)), { once: true })
    converse({ t: 'analyse', body: { variant, moves } }, (message) => {
      if (message.t === 'failed') return end(() => reject(failureOf(message)))
      best = message.body as Analysis
      if (best.done || late) end(() => resolve(best!))
    }).then(
      (begun) => {
        conversation = begun
        if (over) return begun.end()
        timer = setTimeout(onTime, wait)
      },
      (failure: Failure) => end(() => reject(failure)),
    )
  })
}
