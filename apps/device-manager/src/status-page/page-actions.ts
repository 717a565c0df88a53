import type { ConnectionProblem } from '../connection/connection-problem.ts'
import type { DeviceStatus } from './status-view.ts'

/** Why the address of a server was not saved. */
export type ServerRefused =
  { code: 'managed' | 'paired' | 'invalid' } | { code: 'no_server'; problem: ConnectionProblem }

/** What the page shows, and what its user can do there. */
export interface PageActions {
  status: () => DeviceStatus
  log: () => readonly string[]
  setPaused: (isPaused: boolean) => void
  changeServer: (typed: string) => Promise<ServerRefused | undefined>
}
