import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aCaller, type Caller } from '../testing/operators.ts'
import { thingsOf, type OwnThings } from '../testing/every-call.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { saveHub } from './hubs/hub.store.ts'
import { getUser } from './identity/user.store.ts'
import { purchaseScene, type PurchaseScene } from '../testing/purchase-scene.ts'
import { asOwner } from '../testing/test-database.ts'

let scene: PurchaseScene
let own: OwnThings
let caller: Caller
beforeAll(async () => {
  scene = await purchaseScene(100_00)
  own = await thingsOf(scene, scene.buyer)
  caller = await aCaller(scene, scene.buyer.organisation, { user: own.user })
  await caller.post('/stamp/v1/costcenter', { code: 'SALES', name: 'Sales' })
})
afterAll(() => scene.close())

interface List {
  path: () => string
  /** Its table, with what differs in each copy of a row: `level` is 1, 2 or 3, and 2 for several copies. */
  table: string
  /** The column of its ids. */
  id?: string
  copies: string
  /** The columns by which it can be ordered. */
  fields: string[]
  isNewestFirst?: true
  /** Rows that are equal are in the order of their ids, which may be turned round with the others. */
  turnsIds?: true
}

const NAME = `'Z' || chr(96 + level)`
const DAY = `'2026-01-0' || level`
const DIGEST = `encode(sha256(random()::text::bytea), 'hex')`
const BYTES = String.raw`'\x' || ${DIGEST}`

const LISTS: Record<string, List> = {
  accounts: {
    path: () => '/stamp/v1/carrieraccount',
    table: 'carrier_account',
    copies: `'name', ${NAME}`,
    fields: ['name', 'id'],
  },
  users: {
    path: () => '/identity/v1/organisation/user',
    table: 'app_user',
    copies: `'username', 'zz-' || level || n, 'fullname', ${NAME}, 'created_at', ${DAY}`,
    fields: ['username', 'fullname', 'created_at'],
  },
  'API keys': {
    path: () => '/identity/v1/organisation/apikey',
    table: 'api_key',
    copies: `'name', ${NAME}, 'made_at', ${DAY}, 'secret_hash', ${BYTES}`,
    fields: ['made_at', 'name'],
    isNewestFirst: true,
  },
  sessions: {
    path: () => '/identity/v1/user/session',
    table: 'session',
    copies: `'started_at', ${DAY}, 'renewed_at', ${DAY}`,
    fields: ['started_at', 'renewed_at'],
  },
  'bank lines': {
    path: () => '/stamp/v1/bankline',
    table: 'bank_line',
    copies: `'booked_on', ${DAY}, 'key', n`,
    fields: ['day'],
    isNewestFirst: true,
  },
  batches: {
    path: () => '/stamp/v1/shipment/batch',
    table: 'batch',
    copies: `'created_at', ${DAY}`,
    fields: ['created_at'],
    isNewestFirst: true,
    turnsIds: true,
  },
  'invoices of carriers': {
    path: () => '/stamp/v1/carrierinvoice',
    table: 'carrier_invoice',
    copies: `'imported_at', ${DAY}, 'number', 'copy ' || n, 'sha256', ${DIGEST}`,
    fields: ['imported_at'],
    isNewestFirst: true,
  },
  'contract prices': {
    path: () => '/stamp/v1/contractprices',
    table: 'contract_price_list',
    copies: `'added_on', '2025-01-01', 'effective_from', ${DAY}, 'withdrawn_on', '2025-12-31', 'withdrawn_by', added_by`,
    fields: ['effective_from'],
    isNewestFirst: true,
    turnsIds: true,
  },
  'device managers, for their users': {
    path: () => '/iot/v1/hub',
    table: 'hub',
    copies: `'alias', ${NAME}, 'public_key', ${BYTES}`,
    fields: ['alias', 'id'],
  },
  'device managers, for managers': {
    path: () => '/identity/v1/organisation/device',
    table: 'hub',
    copies: `'alias', ${NAME}, 'public_key', ${BYTES}`,
    fields: ['alias'],
  },
  'enrolment codes': {
    path: () => '/iot/v1/enrolment',
    table: 'enrolment_code',
    copies: `'expires_at', '2036-02-0' || level, 'code_hash', ${BYTES}`,
    fields: ['expires_at'],
  },
  manifests: {
    path: () => `/stamp/v1/carrieraccount/${own.account}/manifest`,
    table: 'manifest',
    copies: `'asked_at', ${DAY}`,
    fields: ['asked_at'],
    turnsIds: true,
  },
  payments: {
    path: () => `/stamp/v1/carrieraccount/${own.account}/payment`,
    table: 'payment',
    copies: `'created_at', ${DAY}, 'idem_key', n`,
    fields: ['created_at'],
    isNewestFirst: true,
  },
  'requested top-ups': {
    path: () => '/stamp/v1/topup',
    table: 'topup_request',
    copies: `'requested_at', ${DAY}, 'idem_key', n`,
    fields: ['requested_at'],
  },
  'returned items': {
    path: () => '/stamp/v1/return',
    table: 'returned_item',
    copies: `'created_at', ${DAY}, 'number', n`,
    fields: ['created_at'],
    isNewestFirst: true,
    turnsIds: true,
  },
  'cost centres': {
    path: () => '/stamp/v1/costcenter',
    table: 'cost_center',
    copies: `'code', ${NAME} || n, 'name', ${NAME}`,
    fields: ['code', 'name'],
  },
  organisations: {
    path: () => '/identity/v1/organisations',
    table: 'organisation',
    copies: `'name', ${NAME}, 'handle', 'handle-' || n`,
    fields: ['name'],
  },
  shippers: {
    path: () => '/stamp/v1/shipper',
    table: 'shipper',
    copies: `'alias', ${NAME} || n`,
    fields: ['alias'],
  },
  'prepared shipments': {
    path: () => '/stamp/v1/shipment/pending',
    table: 'pending_shipment',
    id: 'pending_id',
    copies: `'created_at', ${DAY}, 'number', 100 + n`,
    fields: ['created_at'],
    turnsIds: true,
  },
}

const ownersOf = (table: string) => (table === 'session' ? `where user_id = '${own.user}'` : '')

interface Page {
  data: Record<string, string>[]
  total: number
  start: number
  length: number
}

const found = async (query: Record<string, string>) => {
  const answer = await caller.get(`/iot/v1/hub?${new URLSearchParams(query).toString()}`)
  const { data, total } = answer.json<{ data: { alias: string; owner: string }[]; total: number }>()
  expect(data).toHaveLength(total)
  return data
}

it('device managers are found by their name and their owner', async () => {
  const other = await aCaller(scene, scene.buyer.organisation, {})
  const hub = { organisation_id: scene.buyer.organisation, alias: 'Dispatch', public_key: randomBytes(32) }
  await inTransaction(scene.context.db, (tx) => saveHub(tx, { ...hub, paired_by: other.user }))
  const { username } = await getUser(scene.context.db, other.user)
  const dispatch = [{ alias: 'Dispatch', owner: username }]
  expect(await found({ alias: 'Dispatch' })).toMatchObject(dispatch)
  expect(await found({ owner: username })).toMatchObject(dispatch)
  expect(await found({ owner: username, alias: 'Mailroom' })).toEqual([])
  expect((await found({ owner: 'Llewellyn Bindery Ltd' })).length).toBeGreaterThan(0)
})

describe.each(Object.entries(LISTS))('the list of %s', (_name, { path, table, copies, ...rest }) => {
  const { id: key = 'id', fields, isNewestFirst = false, turnsIds = false } = rest
  const idsOf = ({ data }: Page) => data.map((row) => row[key])
  const list = async (query: string) => (await caller.get(`${path()}?${query}`)).json<Page>()
  beforeAll(async () => {
    const { rows } = await asOwner(
      scene.database.url,
      `select string_agg(column_name, ', ') as columns from information_schema.columns
       where table_name = '${table}' and is_generated = 'NEVER'`,
    )
    const { columns } = rows[0] as { columns: string }
    await asOwner(
      scene.database.url,
      `set session_replication_role = replica;
       insert into ${table} (${columns}) select ${columns} from (select (jsonb_populate_record(original, jsonb_build_object('${key}', gen_random_uuid(), ${copies}))).*
       from ${table} original, unnest(array[2, 2, 1, 2, 3, 2, 2]) with ordinality as copy (level, n)
       where original.${key} = (select ${key} from ${table} ${ownersOf(table)} limit 1)) made`,
    )
  })

  it.each(fields)('is ordered by %s, and rows that are equal by their ids', async (field) => {
    for (const isAscending of [true, false]) {
      const { data, total } = await list(`orderBy=${field}&orderAsc=${isAscending}&length=100`)
      expect(total).toBe(data.length)
      expect(data.length).toBeGreaterThanOrEqual(8)
      const turn = isAscending ? 1 : -1
      const inOrder = data.toSorted((a, b) => {
        if (a[field] !== b[field]) return a[field]! < b[field]! ? -turn : turn
        return a[key]! < b[key]! ? (turnsIds ? -turn : -1) : turnsIds ? turn : 1
      })
      expect(data.map((row) => row[key])).toEqual(inOrder.map((row) => row[key]))
    }
  })

  it('has pages, and an order if none is asked for', async () => {
    const all = idsOf(await list(`orderAsc=${!isNewestFirst}&length=100`))
    const page = await list('start=2&length=3')
    expect(idsOf(page)).toEqual(all.slice(2, 5))
    expect(page).toMatchObject({ start: 2, length: 3, total: all.length })
    expect(idsOf(await list(''))).toEqual(all.slice(0, 25))
  })
})
