import { afterAll, beforeAll, expect, it } from 'vitest'
import { thingsOf, type OwnThings } from '../testing/every-call.ts'
import { aCaller, type Caller } from '../testing/operators.ts'
import { purchaseScene, type PurchaseScene } from '../testing/purchase-scene.ts'
import { asOwner } from '../testing/test-database.ts'

let scene: PurchaseScene
let own: OwnThings
let caller: Caller
beforeAll(async () => {
  scene = await purchaseScene(100_00)
  scene.context.settings.publicUrl = 'http://localhost:8080' // an address that has passkeys
  own = await thingsOf(scene, scene.buyer)
  caller = await aCaller(scene, scene.buyer.organisation, { user: own.user })
})
afterAll(() => scene.close())

interface List {
  path: () => string
  table: string
  /** What differs in each copy of a row of its table: `level` is 1, 2 or 3, and 2 for several copies. */
  copies: string
  /** The column that its order is by. */
  by: string
  isNewestFirst?: true
}

const NAME = `'Z' || chr(96 + level)`
const DAY = `'2026-01-0' || level`

const LISTS: Record<string, List> = {
  colleagues: {
    path: () => '/identity/v1/colleague',
    table: 'app_user',
    copies: `'username', 'zz-' || level || n, 'fullname', ${NAME}`,
    by: 'fullname',
  },
  shops: {
    path: () => '/stamp/v1/shop',
    table: 'shop',
    copies: `'name', ${NAME}, 'url', 'https://shop-' || n || '.invalid'`,
    by: 'name',
  },
  webhooks: {
    path: () => '/stamp/v1/webhook',
    table: 'webhook',
    copies: `'created_at', ${DAY}, 'url', 'https://hook-' || n || '.invalid'`,
    by: 'created_at',
  },
  passkeys: {
    path: () => '/identity/v1/user/passkey',
    table: 'passkey',
    copies: `'created_at', ${DAY}, 'credential_id', n`,
    by: 'created_at',
  },
  goods: {
    path: () => '/stamp/v1/goods',
    table: 'kept_goods',
    copies: `'used_at', ${DAY}, 'description', 'Goods ' || n`,
    by: 'used_at',
    isNewestFirst: true,
  },
}

it.each(Object.entries(LISTS))(
  'the list of %s has its order, and rows that are equal are ordered by their ids',
  async (_what, list) => {
    const { path, table, copies, by, isNewestFirst } = list
    await asOwner(
      scene.database.url,
      `set session_replication_role = replica;
     insert into ${table} select (jsonb_populate_record(original, jsonb_build_object('id', gen_random_uuid(), ${copies}))).*
     from ${table} original, unnest(array[2, 2, 1, 2, 3, 2, 2]) with ordinality as copy (level, n)
     where original.id = (select id from ${table} limit 1)`,
    )
    const answer = await caller.get(path())
    const { data = [], passkeys = [] } = answer.json<{ data?: { id: string }[]; passkeys?: { id: string }[] }>()
    const shown = [...data, ...passkeys].map(({ id }) => id)
    expect(shown.length, answer.body).toBeGreaterThanOrEqual(8)
    const ordered = `select id from ${table} where id = any('{${shown.join(',')}}')
    order by ${by} ${isNewestFirst ? 'desc' : ''}, id`
    const { rows } = (await asOwner(scene.database.url, ordered)) as { rows: { id: string }[] }
    expect(shown).toEqual(rows.map(({ id }) => id))
  },
)

it('the return labels of a shipment are listed newest first', async () => {
  await asOwner(
    scene.database.url,
    `insert into return_label select (jsonb_populate_record(original, jsonb_build_object(
       'id', gen_random_uuid(), 'idem_key', n, 'state', 'unknown', 'qr', null, 'asked_at', '2026-01-0' || level, 'number', null))).*
     from return_label original, unnest(array[2, 1, 3]) with ordinality as copy (level, n)
     where original.id = '${own.returnLabel}'`,
  )
  const answer = await caller.get(`/stamp/v1/shipment/${own.shipment}/returnlabel`)
  const times = answer.json<{ data: { asked_at: string }[] }>().data.map(({ asked_at }) => asked_at)
  expect(times).toHaveLength(4)
  expect(times).toEqual(times.toSorted().toReversed())
})
