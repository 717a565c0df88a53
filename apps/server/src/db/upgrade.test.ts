import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { expect, inject, it } from 'vitest'
import { brokenInvariants } from '../features/ledger/invariants.store.ts'
import { asOwner } from '../testing/test-database.ts'
import { openDatabase } from './database.ts'

const MIGRATIONS = path.join(import.meta.dirname, 'migrations')
const sqlOf = (name: string) => fs.readFileSync(path.join(MIGRATIONS, name), 'utf8')

/** A label bought before there were receipts, fees and sheets. */
const BOUGHT_BEFORE = `
  create table migration (name text primary key, applied_at timestamptz not null default clock_timestamp());
  insert into migration (name) values ('001-identity.sql'), ('002-money.sql'), ('003-hubs.sql');
  insert into organisation (id, name) values ('00000000-0000-4000-8000-000000000001', 'Llewellyn Bindery Ltd');
  insert into app_user (id, organisation_id, username, email, fullname, password_hash, plan)
    select id, id, 'demo', 'demo@example.com', 'Angharad Kendall', 'none', 'full' from organisation;
  insert into carrier_account (id, organisation_id, carrier_code, name) select id, id, 'RM', 'Royal Mail' from organisation;
  select post(null, 'topup', 'bank', 'cust:' || id, 5000) from organisation;
  insert into purchase (id, organisation_id, idem_key, req_hash, carrier_account_id, created_by, draft, quote, amount,
      state, lease_until)
    select id, id, 'bought-before', 'none', id, id, '{"meta_data": {"quantity": 1}}', '{}', 320, 'AUTHORISED', now()
    from organisation;
  select post(id, 'hold', 'cust:' || id, 'held:' || id, 320) from organisation;
  update purchase set state = 'BOUGHT', carrier_no = 'ZZ000000005GB';
  select post(id, 'capture', 'held:' || id, 'carrier:RM', 320) from organisation;
  insert into document (purchase_id, type, pdf, sha256) select id, 'label', 'drawn', 'digest' from purchase`

it('what was bought before 004 keeps its label and price, gets a receipt to draw, and the books still balance', async () => {
  const cluster = inject('postgresUrl')
  const name = `t_${randomBytes(8).toString('hex')}`
  const url = cluster.replace('/postgres?', `/${name}?`)
  await asOwner(cluster, `create database ${name}`)
  await asOwner(
    cluster,
    `do $$ begin create role postroom_app nologin; exception when duplicate_object then null; end $$`,
  )
  for (const before of ['001-identity.sql', '002-money.sql', '003-hubs.sql']) await asOwner(url, sqlOf(before))
  await asOwner(url, BOUGHT_BEFORE)

  const database = await openDatabase(url)
  const { db } = database
  expect(await brokenInvariants(db)).toEqual([])
  const papers = await db
    .selectFrom('document')
    .select(['type', 'sha256', 'width_mm', 'pages'])
    .orderBy('type')
    .execute()
  expect(papers).toEqual([
    { type: 'label', sha256: 'digest', width_mm: 101.6, pages: 1 },
    { type: 'receipt', sha256: null, width_mm: null, pages: null },
  ])
  const { draft, own_fees } = await db.selectFrom('purchase').select(['draft', 'own_fees']).executeTakeFirstOrThrow()
  expect(draft.meta_data).toEqual({ quantity: 1, avery_label_location: [], label_name: '', ERA: '', slogan: '' })
  expect(own_fees).toBe(0)
  await database.close()
  await asOwner(cluster, `drop database ${name} with (force)`)
})
