import { expect, it } from 'vitest'
import type { Tx } from '../db/in-transaction.ts'
import { queueDeliveries, queueNotices } from '../notices/outbox.store.ts'
import { settingsBefore } from './audit/audit-log.store.ts'
import { keyNames } from './auth/api-keys/api-key.store.ts'
import { provisionedAmong } from './auth/provisioning/provisioned.store.ts'
import { createLinks } from './documents/document-link.store.ts'
import { listDocuments } from './documents/document.store.ts'
import { listPrints } from './prints/print-claim.store.ts'
import { recordReports } from './prints/print-report.store.ts'
import { storeSettings } from './settings/settings.store.ts'
import { listScans } from './tracking/tracking.store.ts'
import { reportEvents, reportScans } from './webhooks/report-events.store.ts'

const ID = '0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a01'
const NOW = new Date('2026-11-20T10:00:00Z')
const caller = (session_id?: string) => ({ id: ID, ...(session_id && { session_id }) }) as never

/** A database that nobody may ask anything. */
const untouched = new Proxy({} as Tx, {
  get: (_db, name) => {
    throw new Error(`the database is used: ${String(name)}`)
  },
})

it.each<[string, (tx: Tx) => Promise<unknown>, unknown]>([
  ['no notices are queued', (tx) => queueNotices(tx), undefined],
  ['no mails about delivery are queued', (tx) => queueDeliveries(tx, []), undefined],
  ['the settings before no entries are read', (tx) => settingsBefore(tx, ID, []), new Map()],
  ['the names of no keys are read', (tx) => keyNames(tx, []), new Map()],
  ['no users are looked for at a provider', (tx) => provisionedAmong(tx, ID, []), new Set()],
  ['links to no documents are made', (tx) => createLinks(tx, [], caller(ID), NOW), new Map()],
  ['links are made with an API key', (tx) => createLinks(tx, [ID], caller(), NOW), new Map()],
  ['the documents of no purchases are read', (tx) => listDocuments(tx, []), []],
  ['the prints of no purchases are read', (tx) => listPrints(tx, []), []],
  ['the scans of no purchases are read', (tx) => listScans(tx, []), new Map()],
  ['no jobs are reported', (tx) => recordReports(tx, ID, [], NOW), undefined],
  ['no events are reported', (tx) => reportEvents(tx), undefined],
  ['no scans are reported', (tx) => reportScans(tx, ID, []), undefined],
  ['no settings are saved', (tx) => storeSettings(tx, ID, {}), undefined],
])('the database is not asked when %s', async (_what, work, answer) => {
  expect(await work(untouched)).toEqual(answer)
})
