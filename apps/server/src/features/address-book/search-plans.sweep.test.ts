import { CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tables } from '../../db/tables.ts'
import { asTenant, confined } from '../../db/tenant.ts'
import { fillAddresses } from '../../testing/fill-addresses.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts'

/** `npm run bench -- at-size` measures 100,000. */
const ROWS = 20_000

let database: TestDatabase
let db: Kysely<Tables>
let server: TestApp
let token: string
let organisation: string
let asked: CompiledQuery[] = []

beforeAll(async () => {
  database = await testDatabase('empty_demo')
  const dialect = new PostgresDialect({ pool: confined(database) })
  db = new Kysely<Tables>({ dialect, log: ({ query }) => void asked.push(query) })
  server = await testApp({ db, pool: database.pool })
  token = (await server.signIn()).token
  organisation = await fillAddresses(database.url, ROWS)
}, 240_000)
afterAll(async () => {
  await server.close()
  await database.close()
})

interface Plan {
  'Node Type': string
  'Index Name'?: string
  Plans?: Plan[]
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** The plan of a query of the call, under row-level security as in the call. */
async function planOf({ sql, parameters }: CompiledQuery): Promise<Plan[]> {
  const explain = CompiledQuery.raw(`explain (format json) ${sql}`, [...parameters])
  const { rows } = await asTenant(organisation, () => db.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>(explain))
  return nodesOf(rows[0]!['QUERY PLAN'][0].Plan)
}

/** The answer to a call, and the plans of its two queries: the page and the total. */
async function search(query: string, tags?: string[]) {
  asked = []
  const path = '/stamp/v1/address'
  const answer = tags
    ? await server.as({ token }, 'POST', `${path}/search?${query}`, { tags })
    : await server.as({ token }, 'GET', `${path}?${query}`)
  const queries = asked.filter(({ sql }) => sql.includes('from "address"'))
  const page = queries.find(({ sql }) => sql.includes(' limit '))
  const count = queries.find(({ sql }) => !sql.includes(' limit '))
  expect([answer.statusCode, queries.length]).toEqual([200, 2])
  const { total } = answer.json<{ total: number }>()
  return { total, page: await planOf(page!), count: await planOf(count!) }
}

const indexesOf = (plan: Plan[]) => new Set(plan.map((node) => node['Index Name']).filter((name) => name !== undefined))
const readsAll = (plan: Plan[]) => plan.some((node) => node['Node Type'] === 'Seq Scan')

/** For each row of the page: how much was sent to it, and whether it is twice in the book. */
const OF_USE = ['purchase_by_addressee', 'address_by_addressee']

test.each([
  ['', 'address_by_name', ROWS],
  ['start=5000&orderAsc=false', 'address_by_name', ROWS],
  ['orderBy=company_name', 'address_by_company_name', ROWS],
  ['orderBy=known_as', 'address_by_known_as', ROWS],
  ['orderBy=code', 'address_by_code', ROWS],
  ['orderBy=city&orderAsc=false', 'address_by_city', ROWS],
  ['orderBy=postal_code', 'address_by_postal_code', ROWS],
  ['visibility=Private', 'address_by_name', ROWS / 5],
])('GET ?%s reads %s, and counts on an index', async (query, index, expected) => {
  const { total, page, count } = await search(query)
  expect(total).toBe(expected)
  expect([indexesOf(page), indexesOf(count)]).toEqual([new Set([index, ...OF_USE]), new Set(['address_by_visibility'])])
  expect([readsAll(page), readsAll(count)]).toEqual([false, false])
})

test.each([
  ['q=c17777', undefined, 1],
  ['q=post1471', undefined, 11],
  ['q=la1%206cm', undefined, 1],
  ['q=pembroke%20aberystwyth%20mill', undefined, 42],
  ['q=nobody', undefined, 0],
  ['', ['Supplier'], 20],
])('?%s with tags %j is found and counted by its terms', async (query, tags, expected) => {
  const { total, page, count } = await search(query, tags)
  expect(total).toBe(expected)
  expect([...indexesOf(page), ...indexesOf(count)]).toContain('address_by_term')
  expect([readsAll(page), readsAll(count)]).toEqual([false, false])
})

// to count these, a sequential scan of every twelfth address is quicker than any index
test.each([
  ['q=london', undefined, 1674],
  ['', ['customer'], 1980],
])('?%s with tags %j: a page of many matches is read on indexes', async (query, tags, expected) => {
  const { total, page } = await search(query, tags)
  expect([total, readsAll(page)]).toEqual([expected, false])
})
