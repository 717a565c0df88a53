import type { PrintJob, Printer } from '@postroom/contract/device-messages'
import { faultOf } from '../device-refusal.ts'
import type { PageActions } from '../status-page/page-actions.ts'
import type { DeviceStatus } from '../status-page/device-status.ts'

const at = '2026-11-21T10:04:00Z'
const aPrinter = (changes: Partial<Printer>): Printer => ({
  id: 'virtual',
  name: 'Virtual printer',
  driver: 'virtual',
  state: 'ready',
  reasons: [],
  media: [],
  media_ready: [],
  resolutions_dpi: [300],
  ...changes,
})
const aJob = (changes: Partial<PrintJob>): PrintJob => ({
  job_id: 'job-0001',
  title: 'Label ZZ000000005GB',
  kind: 'mailing',
  printer_id: 'virtual',
  state: 'printed',
  created_at: at,
  updated_at: at,
  ...changes,
})

/** The status of a busy device, with an example of everything its page can show. */
export const aDeviceStatus = (changes: Partial<DeviceStatus> = {}): DeviceStatus => ({
  alias: 'Reception PC',
  server: 'https://post.example',
  isManaged: false,
  version: '1.2.9',
  isPaired: changes.connection?.state !== 'pairing',
  isPaused: false,
  connection: { state: 'connected', alias: 'Reception PC', organisation: 'Aberystwyth Books', documents_url: '' },
  printers: [
    aPrinter({ media_ready: [{ name: 'DK-11247', width_mm: 103, height_mm: 164 }] }),
    aPrinter({ name: 'Brother QL-1110NWB', driver: 'brother', state: 'stopped', reasons: ['cover-open'] }),
    aPrinter({ name: 'Office', driver: 'ipp', state: 'stopped', reasons: ['gremlins'] }),
    aPrinter({ name: 'Upstairs', driver: 'ipp', state: 'offline' }),
  ],
  scales: [{ id: 'a', name: 'DYMO M10', state: 'weight', grams: 1_250, at }],
  jobs: [
    aJob({}),
    aJob({ title: 'CN22 ZZ000000014GB', state: 'failed', error: faultOf('media_empty') }),
    aJob({ state: 'unknown', error: faultOf('outcome_unknown') }),
    aJob({ state: 'spooled' }),
  ],
  newer: {
    version: '1.3.0',
    url: 'https://downloads.example/postroom-device-manager_1.3.0_amd64.deb',
    sha256: 'ab'.repeat(32),
    how: 'deb',
  },
  rolledBack: undefined,
  ...changes,
})

export const PAIRING = { state: 'pairing', code: 'K7QM-2XWP' } as const

/** A status page that changes nothing, with these differences. */
export const somePage = (changes: Partial<PageActions> = {}): PageActions => ({
  status: aDeviceStatus,
  log: () => [],
  setPaused: () => {},
  changeServer: async () => undefined,
  ...changes,
})
