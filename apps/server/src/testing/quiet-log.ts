import type { Log } from '../log.ts'

/** For tests that do not read the log. */
export const quietLog: Log = { info: () => {}, warn: () => {}, error: () => {}, fatal: () => {} }
