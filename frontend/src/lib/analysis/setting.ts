/**
 * Whether replays show the analysis; stored in this browser, off by default. Without storage it lasts for this visit only.
 */
import { readText, writeText } from '../storage'

const KEY = 'quatre.analysis'

export const isAnalysisEnabled = (): boolean => readText(KEY) === 'on'
export const saveAnalysisEnabled = (on: boolean): void => void writeText(KEY, on ? 'on' : null)
