import { expect, test } from 'vitest'
import { faultOf } from '../device-refusal.ts'
import type { DeviceStatus } from '../status-page/device-status.ts'
import { aDeviceStatus, PAIRING } from '../testing/a-device-status.ts'
import { trayState } from './tray-state.ts'

const PAIRED = { alias: 'a', organisation: 'o', documents_url: '' }
const [printed] = aDeviceStatus().jobs
const jobs = [printed!]

test.each<[Partial<DeviceStatus>, string[], boolean]>([
  [{ jobs: [] }, ['Connected'], false],
  [{ jobs }, ['Connected', 'Last job: Printed'], false],
  [{ jobs, isPaused: true }, ['Connected', 'Printing is paused', 'Last job: Printed'], true],
  [{ jobs: [], server: undefined, connection: { state: 'starting' } }, ['No server is chosen yet'], true],
  [{ jobs: [], connection: PAIRING }, ['Not paired yet'], true],
  [{ jobs: [], connection: { state: 'starting' } }, ['No connection to the server'], true],
  [{ jobs: [], connection: { state: 'clock_wrong' } }, ['No connection to the server'], true],
  [{ jobs: [], connection: { state: 'no_pubnub', ...PAIRED } }, ['No connection to the server'], true],
  [{ jobs: [], connection: { state: 'unreachable', problem: 'refused' } }, ['No connection to the server'], true],
])('shows %j', (changes, lines, needsAttention) => {
  const isPaused = changes.isPaused ?? false
  expect(trayState(aDeviceStatus(changes), 'en')).toEqual({ lines, isPaused, needsAttention })
})

test('says that it connects, and needs attention for that, and for a last job that is unknown', () => {
  const connecting = trayState(aDeviceStatus({ jobs: [], connection: { state: 'connecting', ...PAIRED } }), 'en')
  expect([connecting.lines.length, connecting.needsAttention]).toEqual([1, true])
  expect(connecting.lines).not.toEqual(['No connection to the server'])
  const unknown = { ...printed!, state: 'unknown', error: faultOf('outcome_unknown') } as const
  expect(trayState(aDeviceStatus({ jobs: [unknown, printed!] }), 'en').needsAttention).toBe(true)
  expect(trayState(aDeviceStatus({ jobs: [printed!, unknown] }), 'en').needsAttention).toBe(false)
})
