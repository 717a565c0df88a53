import type { ErrorBody } from '@postroom/contract/errors'
import type { Shipment } from '@postroom/contract/shipment'
import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { aBuyer, purchaseScene, type Buyer, type PurchaseScene } from '../../../testing/purchase-scene.ts'
import { asOwner } from '../../../testing/test-database.ts'
import { testPrintsQuery } from './test-print-limit.store.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'

let scene: PurchaseScene
let buyer: Buyer
beforeAll(async () => {
  scene = await purchaseScene(0)
})
afterAll(() => scene.close())
beforeEach(async () => {
  buyer = await aBuyer(scene, 100_00)
})

const testPrint = (key: string) => buyer.buy(key, undefined, { test: true })
const answerOf = (answer: LightMyRequestResponse) => [
  answer.statusCode,
  answer.json<ErrorBody>().code,
  answer.headers['retry-after'],
]

/** Inserts copies of the test print under this key, dated this long ago. */
const addTestPrints = (key: string, count: number, age: string, user = 'created_by') =>
  asOwner(
    scene.database.url,
    `set session_replication_role = replica;
     insert into purchase (id, organisation_id, idem_key, req_hash, carrier_account_id, carrier_code, created_by, draft, quote, amount,
         is_test, state, lease_until, created_at)
       select gen_random_uuid(), organisation_id, gen_random_uuid()::text, req_hash, carrier_account_id, carrier_code, ${user}, draft,
         quote, amount, true, state, lease_until, now() - interval '${age}'
       from purchase, generate_series(1, ${count}) where idem_key = '${key}'`,
  )

it('of many simultaneous test prints, exactly as many as a user may make in a minute', async () => {
  expect((await testPrint('first-of-thirty')).statusCode).toBe(200)
  await addTestPrints('first-of-thirty', 26, '30 seconds')
  const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => testPrint(`one-of-ten-${n}`)))
  const refused = answers.filter(({ statusCode }) => statusCode !== 200)
  expect(refused.map(answerOf)).toEqual(Array.from({ length: 7 }, () => [429, 'test_print_limit', '60']))
  // existing ones are still answered, and buying works
  expect((await testPrint('first-of-thirty')).statusCode).toBe(200)
  expect((await buyer.buy('bought-beside-them')).statusCode).toBe(200)
})

it('the limit is per minute and organisation, and a refusal leaves no rows', async () => {
  await testPrint('a-minute-ago')
  await addTestPrints('a-minute-ago', 29, '30 seconds')
  expect(answerOf(await testPrint('tried-again'))).toEqual([429, 'test_print_limit', '60'])
  const other = await aBuyer(scene, 0)
  expect((await other.buy('of-others', undefined, { test: true })).statusCode).toBe(200)
  const later = `update purchase set created_at = created_at - interval '40 seconds' where organisation_id = $id`
  await asOwner(scene.database.url, later.replace('$id', `'${buyer.organisation}'`))
  expect((await testPrint('tried-again')).json<Shipment>().status).toBe('test')
})

it('an organisation may make sixty in a minute over all its users', async () => {
  await testPrint('of-an-office')
  await addTestPrints('of-an-office', 59, '30 seconds', `'${NOBODY}'`)
  expect(answerOf(await testPrint('sixty-first'))).toEqual([429, 'test_print_limit', '60'])
})

it('an organisation may make six hundred a day, counted on an index', async () => {
  await testPrint('of-a-long-day')
  await addTestPrints('of-a-long-day', 599, '23 hours')
  expect(answerOf(await testPrint('six-hundred-first'))).toEqual([429, 'test_print_limit', '3600'])
  await asOwner(scene.database.url, 'analyze purchase')
  const { db } = scene.context
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${testPrintsQuery(NOBODY, NOBODY)}`.execute(db)
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('Index')
})
