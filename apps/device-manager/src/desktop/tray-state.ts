import { STATUS_TEXTS, type Language } from '../status-page/status-texts.ts'
import type { DeviceStatus } from '../status-page/device-status.ts'
import type { TrayState } from './desktop.ts'
import { DESKTOP_TEXTS } from './desktop-texts.ts'

/** The status of a device manager in a few words. Titles of jobs are left out: they can name people. */
export function trayState(status: DeviceStatus, language: Language): TrayState {
  const [t, page] = [DESKTOP_TEXTS[language], STATUS_TEXTS[language]]
  const [last] = status.jobs
  const lines = [connectionWords(status, language)]
  if (status.isPaused) lines.push(t.paused)
  if (last) lines.push(`${t.lastJob}${page.colon}${page.jobStates[last.state]}`)
  const isConnected = status.connection.state === 'connected'
  return {
    lines,
    isPaused: status.isPaused,
    needsAttention: !isConnected || status.isPaused || last?.state === 'unknown',
  }
}

function connectionWords({ server, connection }: DeviceStatus, language: Language): string {
  const [t, page] = [DESKTOP_TEXTS[language], STATUS_TEXTS[language]]
  if (server === undefined) return t.serverNeeded
  if (connection.state === 'pairing') return t.notPaired
  if (connection.state === 'connected' || connection.state === 'connecting')
    return page.connectionStates[connection.state]
  return t.notConnected
}
