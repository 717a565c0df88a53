import type { Shipment } from '@postroom/contract/shipment'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { setSandboxSwitch } from '../carriers/sandbox/sandbox.store.ts'
import { verifyChains } from '../features/audit/verify-chains.store.ts'
import { brokenInvariants } from '../features/ledger/invariants.store.ts'
import { settleOverdue } from '../features/shipments/purchase/settle-purchases.ts'
import { aBuyer, purchaseScene, type Buyer, type PurchaseScene } from '../testing/purchase-scene.ts'
import { asOwner } from '../testing/test-database.ts'
import { inFolder } from './backup-place.ts'
import { takeBackup } from './backup.store.ts'
import { erasePerson } from './erase-person.store.ts'

let scene: PurchaseScene
let other: Buyer
beforeAll(async () => {
  scene = await purchaseScene(100_00)
  other = await aBuyer(scene, 100_00)
})
afterAll(() => scene.close())

const ADDRESS = { address1: '9 Quillfeather Rise', city: 'Quillfeatherton', postal_code: 'SY23 3JQ' }
const PERSON = { ...ADDRESS, name: 'Marged Quillfeather' }
const WORDS = { ERA: 'Quillfeather, SY23 3JQ', slogan: 'Love from Quillfeather' }
const SPACED = { ...ADDRESS, name: 'Marged  \u00a0Quillfeather' }
const KEPT_BY_HER_FRIEND = `
  insert into address (organisation_id, owner_id, visibility, code, name, company_name, address1, address2, address3, city,
      state_province, postal_code, country, phone1, email, "isResidential", tags, correction_status)
    select organisation_id, id, 'Private', '', 'Marged Quillfeather', '', '9 Quillfeather Rise', '', '', 'Quillfeatherton',
      '', 'SY23 3JQ', 'GB', '', '', true, '{}', 'unverified' from app_user limit 1`

const HERS = JSON.stringify({
  to: { country: 'GB', ...PERSON },
  notes: 'ask Quillfeather',
  references: ['Quillfeather'],
  shipping_date: '2026-11-20',
  total_charge: 90,
  number: '',
})
const PREPARED_AND_ENTERED = `
  insert into pending_shipment (organisation_id, created_by, draft) select organisation_id, id, '${HERS}' from app_user limit 1;
  insert into manual_shipment (organisation_id, created_by, draft) select organisation_id, id, '${HERS}' from app_user limit 1;
  insert into returned_item (organisation_id, manual_shipment_id, number, reason, action, notes, created_by)
    select organisation_id, id, '', 'refused', 'keep', 'Quillfeather did not want it', created_by from manual_shipment;
  insert into draft (user_id, id, form, label, "values", saved_at) select id, gen_random_uuid(), 'shipping-single', '', '${JSON.stringify({ to: PERSON })}', now() from app_user limit 1;
  insert into shipper (organisation_id, alias, address) select organisation_id, 'she', '${JSON.stringify(PERSON)}' from app_user limit 1`

/** Rows that have not finished: one for this person, and one that the database cannot parse in full. */
const IN_A_BATCH = `
  insert into batch (organisation_id, id, created_by, req_hash, terms) select organisation_id, 'open', id, 'none', '{}' from app_user limit 1;
  insert into batch_row (organisation_id, batch_id, position, key, shipment)
    select organisation_id, id, 0, 'hers', '${JSON.stringify({ to: { ...PERSON, name: ' Marged  QUILLFEATHER' } })}'::json from batch
    union all select organisation_id, id, 1, 'nobody', '{"to": {"name": "\\u0000"}, "from": {"name": "\\ud800"}}' from batch`

const query = async (statement: string) => (await asOwner(scene.database.url, statement)).rows as unknown[]

/** Every row of the database as text. */
async function everything(): Promise<string> {
  const folder = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-erase-')), 'copy')
  const { tables } = await takeBackup(scene.database.url, inFolder(folder))
  const text = tables.map(({ name }) => gunzipSync(fs.readFileSync(path.join(folder, `${name}.copy.gz`))).toString())
  fs.rmSync(path.dirname(folder), { recursive: true })
  return text.join('\n').toLowerCase()
}

it('removes a person from every shipment and address book, and leaves the money unchanged', async () => {
  const { buyer } = scene
  const references = ['for Quillfeather']
  const sent = (await buyer.buy('sent-to-her', buyer.draft({ to: SPACED, references }))).json<Shipment>()
  const elsewhere = (await buyer.buy('sent-to-somebody')).json<Shipment>()
  await other.buy('sent-by-her', other.draft({ from: { ...ADDRESS, name: 'MARGED QUILLFEATHER' }, meta_data: WORDS }))
  await setSandboxSwitch(scene.context.db, { call: 'purchase', answer: 'lost', delay_ms: 0, remaining: 1 })
  await buyer.buy('still-open', buyer.draft({ to: PERSON }))
  await query(KEPT_BY_HER_FRIEND)
  await query(PREPARED_AND_ENTERED)
  await query(IN_A_BATCH)
  const ledger = await query('select * from transfer order by id')

  const asked = { name: ' marged quillfeather ', postal_code: 'sy233jq' }
  expect(await erasePerson(scene.database.url, asked)).toEqual({ shipments: 4, addresses: 2, open: 1, waiting: 1 })
  const drawn = 'select distinct purchase_id as id from document where pdf is not null'
  expect(await query(drawn)).toEqual([{ id: elsewhere.id }])
  expect(await query('select * from transfer order by id')).toEqual(ledger)

  await query(`update purchase set lease_until = clock_timestamp();
    update batch_row set state = 'stopped'`)
  await settleOverdue(scene.context)
  expect(await erasePerson(scene.database.url, asked)).toEqual({ shipments: 1, addresses: 0, open: 0, waiting: 0 })
  expect(await everything()).not.toContain('quillfeather')
  expect(await everything()).toContain('pembroke') // the other addressee

  const shown = (await buyer.get(`/stamp/v1/shipment/${sent.id}`)).json<Shipment>()
  expect(shown).toMatchObject({ to: { name: 'Erased', postal_code: 'SY23 1AA' }, references: [] })
  const label = new URL(shown.docs[0]!.url)
  expect((await scene.app.inject({ url: `${label.pathname}${label.search}` })).statusCode).toBe(200)
  expect(await brokenInvariants(scene.context.db)).toEqual([])
  expect((await verifyChains(scene.context.db)).broken).toEqual([])
  expect(await query(`select from audit_event where event = 'person_erased'`)).toHaveLength(3)
})

it('of somebody unknown changes nothing', async () => {
  const before = await query('select * from audit_event')
  const nothing = { shipments: 0, addresses: 0, open: 0, waiting: 0 }
  expect(await erasePerson(scene.database.url, { name: 'Nobody Here', postal_code: 'SY23 3JQ' })).toEqual(nothing)
  expect(await query('select * from audit_event')).toEqual(before)
})
