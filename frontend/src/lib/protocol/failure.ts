/** The refusals of the HTTP API. */

/** A request that the hub refused, or that never reached it (code `unreachable`). */
export class Failure extends Error {
  constructor(
    readonly code: string,
    text: string,
    readonly retry: boolean,
  ) {
    super(text)
  }
}

/** A refusal that says when to ask again. */
export class RetryLater extends Failure {
  constructor(
    code: string,
    text: string,
    /** how long to wait, in milliseconds */
    readonly after: number,
    /** the place in a queue, from 1, that this client keeps if it asks again at once; 0: none */
    readonly place = 0,
  ) {
    super(code, text, true)
  }
}

/** A file that could not be read, and where. Line and column count from 1; columns count characters. */
export class BadImport extends Failure {
  constructor(
    text: string,
    readonly line: number,
    readonly column: number,
  ) {
    super('bad_import', text, false)
  }
}

/** The error if this device does not have what plays on it, and cannot load it now. */
export const notLoaded = () =>
  new Failure('not_loaded', 'What plays on this device could not be loaded.', true)
