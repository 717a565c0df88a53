import type { DeviceStatus, ServerRefused } from './device-status.ts'

/** What the page shows, and what its user can do there. */
export interface PageActions {
  status: () => DeviceStatus
  log: () => readonly string[]
  setPaused: (isPaused: boolean) => void
  changeServer: (typed: string) => Promise<ServerRefused | undefined>
}
