import { searchShipments } from '@postroom/contract/shipment-search'
import { openDatabase } from '../apps/server/src/db/database.ts'
import { countQuery, pageQuery, tablesOf } from '../apps/server/src/features/shipments/search/search.store.ts'
import { fillAddresses } from '../apps/server/src/testing/fill-addresses.ts'
import { fillShipments } from '../apps/server/src/testing/fill-shipments.ts'
import { executedPlan, SHIPMENT_SEARCHES } from '../apps/server/src/testing/shipment-searches.ts'
import { openShop } from './shop.ts'

/** `npm run search-at-size -- 1000000 100000`: measures searches among a million shipments and 100,000 addresses, and prints their plans. */
const [shipments, addresses] = [1_000_000, 100_000].map((usual, index) => Number(process.argv[2 + index] ?? usual))
const ROUNDS = 5

const ADDRESS_SEARCHES = {
  'every address': '',
  'addresses from the 5,000th, backwards': 'start=5000&orderAsc=false',
  'addresses by town': 'orderBy=city',
  'one address by its code': 'q=c77777',
  'addresses by three words': 'q=pembroke%20aberystwyth%20mill',
  'a word of every twelfth address': 'q=london',
  'no address': 'q=nobody',
}

const print = (...cells: string[]): void => {
  const [name = '', ms = '', rows = '', scans = ''] = cells
  process.stdout.write(`${name.padEnd(60)}${ms.padStart(8)}${rows.padStart(10)}  ${scans}\n`)
}

async function seconds(name: string, work: () => Promise<unknown>): Promise<void> {
  const begin = performance.now()
  await work()
  process.stdout.write(`${name} in ${((performance.now() - begin) / 1000).toFixed(0)} s\n`)
}

const shop = await openShop()
const database = await openDatabase(shop.database)

/** The median time of a call, in milliseconds. */
async function timeOf(call: () => Promise<unknown>): Promise<string> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const begin = performance.now()
    await call()
    times.push(performance.now() - begin)
  }
  return times.toSorted((a, b) => a - b)[ROUNDS >> 1]!.toFixed(1)
}

async function plansOf(asked: (typeof SHIPMENT_SEARCHES)[number][1], organisation: string) {
  const query = { ...searchShipments.query.parse({}), ...asked }
  const sides = []
  const parts = []
  for (const table of tablesOf(query)) {
    const counting = countQuery(database.db, organisation, query, table)
    sides.push({ table, ...(await counting.executeTakeFirstOrThrow()) })
    parts.push(await executedPlan(counting))
  }
  parts.push(await executedPlan(pageQuery(database.db, organisation, query, sides)))
  return {
    scans: [...new Set(parts.flatMap(({ scans }) => scans))].join(', '),
    read: Math.max(...parts.map(({ read }) => read)),
  }
}

try {
  await shop.buy()
  await seconds(`${shipments} shipments`, () => fillShipments(shop.database, shipments!))
  await seconds(`${addresses} addresses`, () => fillAddresses(shop.database, addresses!))
  const { organisation_id } = await database.db
    .selectFrom('purchase')
    .select('organisation_id')
    .limit(1)
    .executeTakeFirstOrThrow()
  print('', 'ms', 'rows read', 'how')
  for (const [name, asked] of SHIPMENT_SEARCHES) {
    const query = new URLSearchParams(Object.entries(asked).map(([key, value]) => [key, String(value)]))
    const ms = await timeOf(() => shop.ask(`/stamp/v1/shipment/search?${query.toString()}`, {}))
    const { scans, read } = await plansOf(asked, organisation_id)
    print(name, ms, String(read), scans)
  }
  // the address book's own test checks the plans at this size
  for (const [name, query] of Object.entries(ADDRESS_SEARCHES))
    print(name, await timeOf(() => shop.ask(`/stamp/v1/address?${query}`)))
} finally {
  await database.close()
  await shop.close()
}
