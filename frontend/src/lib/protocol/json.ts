/** Checks of parsed JSON values. */

export type JsonObject = Record<string, unknown>
export const isObject = (v: unknown): v is JsonObject =>
  typeof v === 'object' && v !== null && !Array.isArray(v)
export const isCount = (v: unknown): v is number => Number.isInteger(v) && (v as number) >= 0
