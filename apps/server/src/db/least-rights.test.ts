import type { Shipment } from '@postroom/contract/shipment'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { aBuyer, PRICE, purchaseScene, type Buyer, type PurchaseScene } from '../testing/purchase-scene.ts'
import { asOwner } from '../testing/test-database.ts'
import { APP_ROLE, loginsOf, PLATFORM_ROLE } from './logins.ts'

let scene: PurchaseScene
let stranger: Buyer
/** Works for the buyer's organisation, as the application does. */
let app: pg.Client
let bought: string
let theirs: string
beforeAll(async () => {
  scene = await purchaseScene(100_00)
  stranger = await aBuyer(scene, 100_00)
  bought = (await scene.buyer.buy('least-rights')).json<Shipment>().id
  theirs = (await stranger.buy('of-the-stranger')).json<Shipment>().id
  app = new pg.Client((await loginsOf(scene.database.url)).app)
  await app.connect()
  await app.query(`select set_config('app.organisation', $1, false)`, [scene.buyer.organisation])
})
afterAll(async () => {
  await app.end()
  await scene.close()
})

const listOf = async <Row>(query: string): Promise<Row[]> => (await asOwner(scene.database.url, query)).rows as Row[]

const OURS = `n.nspname in ('public', 'sandbox', 'click_and_drop', 'shipping_v3') and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`

interface Routine {
  name: string
  of_all: boolean
  of_app: boolean
  of_platform: boolean
  as_owner: boolean
  pinned: boolean
}
const routines = (): Promise<Routine[]> =>
  listOf(`select c.proname as name, prosecdef as as_owner,
      'search_path=public, pg_temp' = any (coalesce(proconfig, '{}')) as pinned,
      exists (select from aclexplode(coalesce(proacl, acldefault('f', proowner))) where grantee = 0) as of_all,
      has_function_privilege('${APP_ROLE}', c.oid, 'execute') as of_app,
      has_function_privilege('${PLATFORM_ROLE}', c.oid, 'execute') as of_platform
    from pg_proc c join pg_namespace n on n.oid = c.pronamespace where ${OURS} order by 1`)

describe('functions', () => {
  it('each is granted by name, none to everybody', async () => {
    const all = await routines()
    expect(all.filter(({ of_all }) => of_all)).toEqual([])
    expect(all.filter(({ of_app }) => of_app).map(({ name }) => name)).toEqual([
      'addressee_key',
      'append_hub_message',
      'calendar_day',
      'clear_guesses_at',
      'clear_resets_of',
      'hub_clock',
      'manual_words',
      'measure_addresses',
      'pause_calls',
      'post',
      'queue_words',
      'record_attempt',
      'reserve_call',
      'search_terms',
      'shipment_words',
      'tag_term',
      'tenant',
      'words_of',
      'words_wanted',
    ])
    const more = all.filter(({ of_app, of_platform }) => of_platform && !of_app).map(({ name }) => name)
    expect(more).toEqual([
      'chain_text',
      'chain_text',
      'delete_test_prints_before',
      'erase_people_before',
      'ledger_chain',
    ])
  })

  it('each security definer function pins its search path, and the application may call seven of them', async () => {
    const definers = (await routines()).filter(({ as_owner }) => as_owner)
    expect(definers.length).toBeGreaterThan(5)
    expect(definers.filter(({ pinned }) => !pinned)).toEqual([])
    expect(definers.filter(({ of_app }) => of_app).map(({ name }) => name)).toEqual([
      'clear_guesses_at',
      'clear_resets_of',
      'measure_addresses',
      'pause_calls',
      'post',
      'record_attempt',
      'reserve_call',
    ])
  })
})

const topUp = (account: string) => `select post(null, 'topup', 'bank', 'cust:${account}', 1)`

it('clears guesses at the usernames of its own organisation only', async () => {
  const { rows } = await asOwner(
    scene.database.url,
    `insert into sign_in_failure (counter, failed_at) select 'sign-in as' || chr(10) || username || chr(10) || 'guessed', now()
      from app_user where organisation_id = '${stranger.organisation}' limit 1
      returning (select id from app_user where organisation_id = '${stranger.organisation}' limit 1)`,
  )
  await app.query('select clear_guesses_at($1)', [(rows as { id: string }[])[0]!.id])
  expect(await listOf(`select from sign_in_failure where counter like '%guessed%'`)).toHaveLength(1)
})

it('clears the reset mails of its own organisation only', async () => {
  const { rows } = await asOwner(
    scene.database.url,
    `insert into sign_in_failure (counter, failed_at) select 'reset of' || chr(10) || id, now()
      from app_user where organisation_id = '${stranger.organisation}' limit 1
      returning substr(counter, 10) as id`,
  )
  await app.query('select clear_resets_of($1)', [(rows as { id: string }[])[0]!.id])
  expect(await listOf(`select from sign_in_failure where counter like 'reset of%'`)).toHaveLength(1)
})

describe('the ledger, called by the application for one organisation', () => {
  const OF_OTHERS = { code: '42501' }
  test.each([
    ['a top-up of a foreign account', `select post(null, 'topup', 'bank', 'cust:{theirs}', 1)`],
    ['a hold of foreign money', `select post('{bought}', 'hold', 'cust:{theirs}', 'held:{theirs}', 1)`],
    [
      'a foreign purchase refunded to the own account',
      `select post('{purchase}', 'refund', 'carrier:RM', 'cust:{mine}', ${PRICE})`,
    ],
    ['a foreign purchase refunded', `select post('{purchase}', 'refund', 'carrier:RM', 'cust:{theirs}', ${PRICE})`],
    [
      'an own purchase refunded to a foreign account',
      `select post('{bought}', 'refund', 'carrier:RM', 'cust:{theirs}', ${PRICE})`,
    ],
    ['foreign held money released', `select post('{purchase}', 'release', 'held:{theirs}', 'cust:{theirs}', 1)`],
    ['an account that does not exist', `select post(null, 'topup', 'bank', 'cust:nobody', 1)`],
  ])('refuses %s', async (_what, statement) => {
    const filled = statement
      .replaceAll('{theirs}', stranger.account)
      .replaceAll('{mine}', scene.buyer.account)
      .replaceAll('{bought}', bought)
      .replaceAll('{purchase}', theirs)
    await expect(app.query(filled)).rejects.toMatchObject(OF_OTHERS)
  })

  it('refuses its own account when the connection names no organisation, and lets the platform move both', async () => {
    const logins = await loginsOf(scene.database.url)
    const nameless = new pg.Client(logins.app)
    const platform = new pg.Client(logins.platform)
    await Promise.all([nameless.connect(), platform.connect()])
    await expect(nameless.query(topUp(scene.buyer.account))).rejects.toMatchObject(OF_OTHERS)
    for (const { account } of [scene.buyer, stranger]) await platform.query(topUp(account))
    await Promise.all([nameless.end(), platform.end()])
  })
})

const tables = () =>
  listOf<{ name: string; reads: boolean; writes: boolean }>(`select c.oid::regclass::text as name,
      has_table_privilege('${APP_ROLE}', c.oid, 'select') or has_any_column_privilege('${APP_ROLE}', c.oid, 'select') as reads,
      has_table_privilege('${APP_ROLE}', c.oid, 'delete, truncate, trigger, references')
        or has_any_column_privilege('${APP_ROLE}', c.oid, 'insert, update') as writes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f') and ${OURS} order by 1`)

describe('tables', () => {
  it('tables without an organisation are closed to the application', async () => {
    const closed = (await tables()).filter(({ reads, writes }) => !reads && !writes).map(({ name }) => name)
    expect(closed).toEqual([
      'api_key_minute',
      'audit_check',
      'bank_line',
      'bank_line_outcome',
      'books_check',
      'call_line',
      'carrier',
      'carrier_adjustment',
      'carrier_invoice',
      'carrier_invoice_booking',
      'carrier_invoice_line',
      'chain',
      'checked_account',
      'checked_chain',
      'document_object',
      'hub_key',
      'migration',
      'page_view',
      'pairing',
      'payment_difference',
      'payment_dispute',
      'payment_event',
      'payment_unexplained',
      'provider_day',
      'provider_movement',
      'reset_request',
      'sign_in_failure',
      'sign_on_attempt',
      'topup_decision',
      'topup_request',
      'unchecked_purchase',
    ])
    const onlyRead = (await tables()).filter(({ name }) => name === 'sales_stop')
    expect(onlyRead).toEqual([{ name: 'sales_stop', reads: true, writes: false }])
  })

  it('no row of any table is visible to two organisations', async () => {
    // whether selling is stopped; and the sandbox carrier's state, which stands for a system that is not ours
    const ofTheHouse = /^(?:sales_stop|sandbox\..*)$/
    const seenBy = async (organisation: string, name: string): Promise<Set<string>> => {
      await app.query(`select set_config('app.organisation', $1, false)`, [organisation])
      const { rows } = await app.query<{ row: string }>(`select t::text as row from ${name} t`)
      return new Set(rows.map(({ row }) => row))
    }
    const names = (await tables()).filter(({ name, reads }) => reads && !ofTheHouse.test(name)).map(({ name }) => name)
    expect(names.length).toBeGreaterThan(20)
    for (const name of names) {
      const [mine, other] = [await seenBy(scene.buyer.organisation, name), await seenBy(stranger.organisation, name)]
      expect({ name, both: [...mine].filter((row) => other.has(row)) }).toEqual({ name, both: [] })
    }
    await app.query(`select set_config('app.organisation', $1, false)`, [scene.buyer.organisation])
  })
})

describe('logins', () => {
  it('of the pools have one role only, also after reset role', async () => {
    const rows = await listOf(`select rolname as name, (select array_agg(g.rolname::text) from pg_auth_members m
        join pg_roles g on g.oid = m.roleid where m.member = r.oid) as roles
      from pg_roles r where rolname in ('${APP_ROLE}_' || (select oid from pg_database where datname = current_database()),
          '${PLATFORM_ROLE}_' || (select oid from pg_database where datname = current_database()))
        and not (rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls) order by 1`)
    expect(rows).toMatchObject([{ roles: [APP_ROLE] }, { roles: [PLATFORM_ROLE] }])
    for (const role of [PLATFORM_ROLE, 'postgres'])
      await expect(app.query(`set role ${role}`)).rejects.toMatchObject({ code: '42501' })
    await app.query('reset role; reset session authorization')
    await expect(app.query('select * from chain')).rejects.toMatchObject({ code: '42501' })
    await expect(app.query('update account set balance = 0')).rejects.toMatchObject({ code: '42501' })
    await expect(app.query('create table mine ()')).rejects.toMatchObject({ code: '42501' })
    expect(scene.database.sharedLogin).toBeUndefined()
  })
})
