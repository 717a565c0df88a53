import type { Endpoint } from '@postroom/contract/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contractEndpoints } from '../http/open-api/contract-endpoints.ts'
import { requestOf, thingsOf, validCall, type OwnThings } from '../testing/every-call.ts'
import { purchaseScene, type PurchaseScene } from '../testing/purchase-scene.ts'
import { signInto } from '../testing/sign-into.ts'
import { asOwner } from '../testing/test-database.ts'

// Each write takes a while here: one that a call does not wait for still holds its connection when the call has answered.

const SLOW = `
  create function slowly() returns trigger language plpgsql as $$ begin perform pg_sleep(0.005); return null; end $$;
  do $$ declare written regclass; begin
    for written in select oid from pg_class where relkind = 'r' and relnamespace::regnamespace::text !~ '^(pg_|information_schema)'
    loop
      execute format('create trigger zz_slowly after insert or update or delete on %s for each statement execute function slowly()', written);
    end loop;
  end $$`

let scene: PurchaseScene
let own: OwnThings
let authorization = ''
beforeAll(async () => {
  scene = await purchaseScene(100_00)
  scene.context.settings.publicUrl = 'http://localhost:8080' // an address that has passkeys
  own = await thingsOf(scene, scene.buyer)
  await asOwner(scene.database.url, SLOW)
})
afterAll(() => scene.close())

/** A GET that stores something. */
const isStoring = ({ path, id }: Endpoint) => id === 'logout' || /\.(?:csv|pdf)$|\/export$/.test(path)
const endpoints = contractEndpoints().filter((endpoint) => endpoint.method !== 'GET' || isStoring(endpoint))
/** Those that end something come last. */
const inOrder = endpoints.toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))

const signedIn = async (standing: { user: string } | { permissions: [] } = { user: own.user }) =>
  (await signInto(scene, scene.buyer.organisation, standing)).authorization

/** Connections that calls hold or wait for; the one that listens for hubs is always held. */
const held = () =>
  [scene.context.pool, scene.context.platformPool].reduce(
    (sum, { totalCount, idleCount, waitingCount }) => sum + totalCount - idleCount + waitingCount,
    0,
  )

/** How many connections a call still holds when it has answered. */
async function leftRunning(endpoint: Endpoint, as: string) {
  const request = requestOf(endpoint, validCall(endpoint, own), as)
  const before = held()
  const { statusCode } = await scene.app.inject(request)
  const left = held() - before
  await expect.poll(held).toBe(before)
  return { statusCode, left }
}

test.each(inOrder)('$method $path answers after what it stores', async (endpoint) => {
  let { statusCode, left } = await leftRunning(endpoint, authorization)
  // an earlier call ended the session
  if (statusCode === 401) ({ statusCode, left } = await leftRunning(endpoint, (authorization = await signedIn())))
  expect(statusCode).toBeLessThan(500)
  expect(left).toBe(0)
})

test('a refusal is answered after it is recorded', async () => {
  const managing = endpoints.find(({ id }) => id === 'inviteMember')!
  expect(await leftRunning(managing, await signedIn({ permissions: [] }))).toEqual({ statusCode: 403, left: 0 })
})
