import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { setSandboxSwitch } from '../carriers/sandbox/sandbox.store.ts'
import { purchaseScene, type PurchaseScene } from '../testing/purchase-scene.ts'
import { asOwner } from '../testing/test-database.ts'
import { runCommand } from './commands.ts'

let scene: PurchaseScene
beforeAll(async () => {
  scene = await purchaseScene(100_00)
})
/** For the secret key, which a command makes where there is none. */
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'commands-'))
afterAll(async () => {
  fs.rmSync(folder, { recursive: true })
  await scene.close()
})
beforeEach(() => {
  vi.stubEnv('DATABASE_URL', scene.database.url)
  vi.stubEnv('DATA_DIR', folder)
})

const query = async (statement: string) => (await asOwner(scene.database.url, statement)).rows as unknown[]
const to = (name: string) =>
  scene.buyer.draft({ to: { name, address1: '17 Chalcot Road', city: 'London', postal_code: 'NW1 8LH' } })

describe('erase', () => {
  it('says from how much a person was erased', async () => {
    await scene.buyer.buy('erased-first', to('Nia Rees'))
    await scene.buyer.buy('erased-second', to('Nia Rees'))
    await query(`insert into shipper (organisation_id, alias, address)
      select id, 'hers', '{"name": "Nia Rees", "postal_code": "NW1 8LH"}' from organisation limit 1`)
    expect(await runCommand(['erase', 'Nia Rees', 'NW1 8LH'])).toEqual({
      text: 'Erased from 2 shipments and 1 address book entries.\n',
      exitCode: 0,
    })
    expect(await runCommand(['erase', 'Nia Rees', 'NW1 8LH'])).toEqual({
      text: 'Erased from 0 shipments and 0 address book entries.\n',
      exitCode: 0,
    })
  })

  it('says what has to wait', async () => {
    await setSandboxSwitch(scene.context.db, { call: 'purchase', answer: 'lost', delay_ms: 0, remaining: 1 })
    await scene.buyer.buy('still-open', to('Twm Open'))
    const waits = '1 shipments still wait for the carrier. Run this again when they are settled.\n'
    const none = 'Erased from 0 shipments and 0 address book entries.\n'
    expect(await runCommand(['erase', 'Twm Open', 'NW1 8LH'])).toEqual({ text: none + waits, exitCode: 1 })
    const rows = ['waiting-a', 'waiting-b'].map((key) => ({ key, shipment: to('Twm Open') }))
    await scene.buyer.post('/stamp/v1/shipment/batch?batch_id=waiting-batch', { rows })
    expect(await runCommand(['erase', 'Twm Open', 'NW1 8LH'])).toEqual({
      text: `${none}${waits}2 batch rows have not finished. Run this again when they have.\n`,
      exitCode: 1,
    })
  })
})

/** The lines that `retention` prints. */
async function retention(...words: string[]): Promise<string[]> {
  const { text, exitCode } = await runCommand(['retention', ...words])
  expect(exitCode).toBe(0)
  return text.split('\n')
}

it('retention says what is due and what was deleted, for the days of the settings', async () => {
  await query(`insert into reset_request (login, asked_at) select 'x', now() - interval '2 hours' from generate_series(1, 3);
    update purchase set created_at = now() - interval '100 days' where idem_key = 'erased-second'`)
  for (const time of [1, 2]) {
    const due = await retention('--dry-run')
    expect(due.slice(0, 1), String(time)).toEqual(['Due for deletion:'])
    expect(due).toEqual(expect.arrayContaining(['  reset_request: 3', '  purchase: 0', '']))
  }
  vi.stubEnv('RETENTION_DAYS', '90')
  expect(await retention('--dry-run')).toContain('  purchase: 1')
  vi.stubEnv('RETENTION_DAYS', '2192')
  const deleted = await retention()
  expect(deleted.slice(0, 1)).toEqual(['Deleted:'])
  expect(deleted).toContain('  reset_request: 3')
  expect(await retention()).toContain('  reset_request: 0')
})

it('backup says where it is, and counts what is in it', async () => {
  const place = path.join(folder, 'taken')
  const { text, exitCode } = await runCommand(['backup', place])
  const { tables } = JSON.parse(fs.readFileSync(path.join(place, 'manifest.json'), 'utf8')) as {
    tables: { name: string; rows: number }[]
  }
  let rows = 0
  for (const table of tables) rows += table.rows
  expect([text, exitCode]).toEqual([`Backup in ${place}: ${rows} rows of ${tables.length} tables.\n`, 0])
  expect(rows).toBeGreaterThan(20)
  expect(await runCommand(['backup', place])).toEqual({
    text: `${place} exists already. A backup makes its own folder.\n`,
    exitCode: 1,
  })
  expect(await runCommand(['restore', place])).toEqual({
    text: 'The database is not empty. A backup is restored only into an empty one.\n',
    exitCode: 1,
  })
})

it.each([
  [['documents', 'fetch'], 'STORAGE_URL names the bucket that documents are fetched from.'],
  [
    ['click-and-drop', 'test', '0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a01'],
    'CLICK_AND_DROP_URL is not set: this server does not buy at Click & Drop.',
  ],
  [['backup', 's3://B'], 's3://B is no place in a storage: write s3://bucket/name.'],
])('%j needs a setting or a place', async (words, sentence) => {
  expect(await runCommand(words)).toEqual({ text: `${sentence}\n`, exitCode: 1 })
})
