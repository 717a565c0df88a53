import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pollPairing } from '@postroom/contract/hub'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { callServer } from './connection/call-server.ts'
import { downloadDocument } from './documents/download-document.ts'
import { openTcp } from './printers/tcp-connection.ts'
import { reasonsBehind } from './printers/ipp/behind-queue.ts'
import { askPrinter } from './printers/ipp/ipp-client.ts'
import { cupsQueues } from './printers/ipp/cups-queues.ts'
import { ippPrinter } from './printers/ipp/ipp-printer.ts'
import { openPage } from './status-page/open-page.ts'
import { writePageKey } from './status-page/page-key.ts'
import { releases } from './update/watch-releases.ts'

afterEach(() => vi.restoreAllMocks())

/** Nothing listens there. */
const NOWHERE = '127.0.0.1:9'
const SERVER = `http://${NOWHERE}`
const DOCUMENT = {
  type: 'label',
  url: `${SERVER}/api/stamp/v1/shipment/1/docs/label.pdf`,
  sha256: '',
  width_mm: 1,
  height_mm: 1,
  pages: 1,
} as const

function inFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-waiting-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
  return folder
}

async function openAnotherPage(): Promise<void> {
  const folder = inFolder()
  vi.stubEnv('XDG_STATE_HOME', folder)
  vi.stubEnv('XDG_CONFIG_HOME', folder)
  writePageKey(folder, { wanted: 9, port: 9 })
  await openPage(folder)
}

test.each<[who: string, ms: number, ask: () => Promise<unknown>]>([
  ['the server', 10_000, () => callServer(SERVER, pollPairing, { params: { id: 'x' }, body: { poll_token: '' } })],
  [
    'the manifest of releases',
    10_000,
    () => {
      const installed = { kind: 'own', program: '', platform: 'linux-x64' } as const
      const about = { version: '1.0.0', key: 'A'.repeat(43), installed, isRejected: () => false }
      return releases({ server: SERVER, folder: inFolder(), ...about }).look()
    },
  ],
  ['a document', 15_000, () => downloadDocument({ origin: SERVER, namedOrigin: undefined }, DOCUMENT)],
  ['the state of an IPP printer', 3_000, () => ippPrinter(`ipp://${NOWHERE}/ipp/print`).describe()],
  [
    'the job of an IPP printer',
    15_000,
    () => askPrinter(`ipp://${NOWHERE}`, { operation: 'Get-Job-Attributes', attributes: [] }),
  ],
  ['the printer behind a queue', 1_000, () => reasonsBehind({ 'device-uri': [`ipp://${NOWHERE}/ipp/print`] }, 1)],
  ['the queues of CUPS', 2_000, () => cupsQueues(`ipp://${NOWHERE}`, new Map(), 'linux').printers()],
  ['a label printer in the network', 3_000, () => openTcp('127.0.0.1', 9)],
  ['the status page of a running device manager', 2_000, openAnotherPage],
])('waits for %s for %i ms', async (_who, ms, ask) => {
  const limits = vi.spyOn(AbortSignal, 'timeout')
  await ask().catch(() => {})
  expect(limits.mock.calls).toEqual([[ms]])
})
