import type { ConnectionProblem } from '../connection/connection-problem.ts'
import type { PrintJob, Printer, Scale } from '@postroom/contract/device-messages'
import type { ConnectionState } from '../connection/keep-connected.ts'

/** What the status page and the tray show. */
export interface DeviceStatus {
  alias: string
  /** Undefined until somebody enters it. */
  server: string | undefined
  /** The environment sets the server, so that nobody changes it here. */
  isManaged: boolean
  version: string
  /** Stays true while the server is unreachable. */
  isPaired: boolean
  isPaused: boolean
  connection: ConnectionState
  printers: readonly Printer[]
  scales: readonly Scale[]
  jobs: readonly PrintJob[]
  newer: { version: string; url: string; sha256: string; how: 'automatic' | 'deb' | 'download' } | undefined
  /** The version that was tried last and did not work. */
  rolledBack: string | undefined
}

/** Why the address of a server was not saved. */
export type ServerRefused =
  { code: 'managed' | 'paired' | 'invalid' } | { code: 'no_server'; problem: ConnectionProblem }
