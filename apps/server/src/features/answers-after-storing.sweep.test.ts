import type { Endpoint } from '@postroom/contract/endpoint'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contractEndpoints } from '../http/open-api/contract-endpoints.ts'
import { requestOf, thingsOf, validCall, type OwnThings } from '../testing/every-call.ts'
import { purchaseScene, type PurchaseScene } from '../testing/purchase-scene.ts'
import { signInto } from '../testing/sign-into.ts'
import { connectAsOwner } from '../testing/test-database.ts'

// Each write takes a while here: one that a call does not wait for still runs when the call has answered.

const SLOW = `
  create function slowly() returns trigger language plpgsql as $$ begin perform pg_sleep(0.02); return null; end $$;
  do $$ declare written regclass; begin
    for written in select oid from pg_class where relkind = 'r' and relnamespace::regnamespace::text !~ '^(pg_|information_schema)'
    loop
      execute format('create trigger zz_slowly after insert or update or delete on %s for each statement execute function slowly()', written);
    end loop;
  end $$`
const RUNNING = `
  select query from pg_stat_activity
  where datname = current_database() and state = 'active' and pid <> pg_backend_pid()`

let scene: PurchaseScene
let own: OwnThings
let pool: Pool
let authorization = ''
beforeAll(async () => {
  scene = await purchaseScene(100_00)
  scene.context.settings.publicUrl = 'http://localhost:8080' // an address that has passkeys
  own = await thingsOf(scene, scene.buyer)
  pool = connectAsOwner(scene.database.url).pool
  await pool.query(SLOW)
})
afterAll(async () => {
  await pool.end()
  await scene.close()
})

/** A GET that stores something. */
const isStoring = ({ path, id }: Endpoint) => id === 'logout' || /\.(?:csv|pdf)$/.test(path)
const endpoints = contractEndpoints().filter((endpoint) => endpoint.method !== 'GET' || isStoring(endpoint))
/** Those that end something come last. */
const inOrder = endpoints.toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))

const signedIn = async (standing: { user: string } | { permissions: [] } = { user: own.user }) =>
  (await signInto(scene, scene.buyer.organisation, standing)).authorization

/** What runs on the database when a call has answered. */
async function leftRunning(endpoint: Endpoint, as: string) {
  const { statusCode } = await scene.app.inject(requestOf(endpoint, validCall(endpoint, own), as))
  await pool.query('select pg_sleep(0.01)') // in which it would begin
  const { rows } = await pool.query<{ query: string }>(RUNNING)
  return { statusCode, left: rows.map(({ query }) => query) }
}

test.each(inOrder)('$method $path answers after what it stores', async (endpoint) => {
  let { statusCode, left } = await leftRunning(endpoint, authorization)
  // an earlier call ended the session
  if (statusCode === 401) ({ statusCode, left } = await leftRunning(endpoint, (authorization = await signedIn())))
  expect(statusCode).toBeLessThan(500)
  expect(left).toEqual([])
})

test('a refusal is answered after it is recorded', async () => {
  const managing = endpoints.find(({ id }) => id === 'inviteMember')!
  expect(await leftRunning(managing, await signedIn({ permissions: [] }))).toEqual({ statusCode: 403, left: [] })
})
