/** `gone`: there is no such room or game; `away`: the hub cannot find out now. */
export type Failure = 'gone' | 'away'
