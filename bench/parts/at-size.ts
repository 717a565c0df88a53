import { setTimeout as sleep } from 'node:timers/promises'
import { fillAddresses } from '../../apps/server/src/testing/fill-addresses.ts'
import { fillShipments } from '../../apps/server/src/testing/fill-shipments.ts'
import { fillSpending } from '../../apps/server/src/testing/fill-spending.ts'
import { SHIPMENT_SEARCHES } from '../../apps/server/src/testing/shipment-searches.ts'
import { percentile, type Figure, type Part } from '../figure.ts'
import { buy, load } from '../load.ts'
import { officeOf } from '../office.ts'
import { serverWithBuyers } from '../server-with-buyers.ts'

const SMALL = 1_000
const ROUNDS = 40
const PAGE_MS = 50
const SETTLED_MS = 10_000

const ADDRESS_SEARCHES = {
  'every address': '',
  'addresses from the 5,000th, backwards': 'start=5000&orderAsc=false',
  'addresses by town': 'orderBy=city',
  'one address by its code': 'q=c777',
  'addresses by three words': 'q=pembroke%20aberystwyth%20mill',
  'a word of every twelfth address': 'q=london',
  'no address': 'q=nobody',
}
const DASHBOARDS = {
  'the dashboard of a month': 'from=2026-10-01&to=2026-10-31',
  'the dashboard of a year': 'from=2025-11-21&to=2026-11-20',
}

/** The pages of an office, by the path of their query; searches of shipments are posted. */
const PAGES = new Map([
  ...SHIPMENT_SEARCHES.map(([name, asked]): [string, string] => [
    `history: ${name}`,
    `/shipment/search?${new URLSearchParams(Object.entries(asked).map(([key, value]) => [key, String(value)])).toString()}`,
  ]),
  ...Object.entries(ADDRESS_SEARCHES).map(([name, query]): [string, string] => [name, `/address?${query}`]),
  ...Object.entries(DASHBOARDS).map(([name, query]): [string, string] => [name, `/spending?${query}`]),
])

type Shop = Awaited<ReturnType<typeof serverWithBuyers>>
interface Measured {
  purchase_ms: number
  batch_s: number
  label_ms: number
  memory_mb: number
  pages: [name: string, p95: number][]
}

/** What an office with a thousand past shipments waits for, and with a million. */
export const measureAtSize: Part = async (sizes) => {
  const small = await measured(SMALL, SMALL, sizes.seconds)
  const large = await measured(sizes.shipments, sizes.addresses, sizes.seconds)
  return [...figuresOf(small, large), ...slowest(SMALL, small), ...slowest(sizes.shipments, large)]
}

async function measured(shipments: number, addresses: number, seconds: number): Promise<Measured> {
  const shop = await serverWithBuyers({ processes: 1, buyers: 1 })
  const [url, buyer] = [shop.urls[0]!, shop.buyers[0]!]
  try {
    await buy(url, buyer)
    await fillShipments(shop.database, shipments)
    await fillAddresses(shop.database, addresses)
    await fillSpending(shop.database, shipments)
    return await measureFilled(shop, seconds)
  } finally {
    await shop.close()
  }
}

async function measureFilled(shop: Shop, seconds: number): Promise<Measured> {
  const [url, buyer] = [shop.urls[0]!, shop.buyers[0]!]
  const office = officeOf(url, buyer)
  const buying = [() => buy(url, buyer)]
  await load(buying, 3)
  const before = shop.cpuSeconds()
  const times = await load(buying, seconds)
  const spent = shop.cpuSeconds()
  const purchase_ms = (1000 * (spent.servers + spent.postgres - before.servers - before.postgres)) / times.length
  const batch = await office.buyBatch()
  const label_ms = percentile(await office.fetchLabels(batch.rows), 0.95)
  const pages: Measured['pages'] = []
  for (const [name, path] of PAGES) {
    const waits: number[] = []
    while (waits.length <= ROUNDS)
      waits.push(await timeOf(() => office.ask(path, path.startsWith('/shipment') ? {} : undefined)))
    waits.shift() // its statements were planned and its rows read for the first time
    pages.push([name, percentile(waits, 0.95)])
  }
  await sleep(SETTLED_MS)
  const memory_mb = Object.values(shop.memory()).reduce((all, bytes) => all + bytes / 1e6, 0)
  return { purchase_ms, batch_s: batch.seconds, label_ms, memory_mb, pages }
}

async function timeOf(call: () => Promise<unknown>): Promise<number> {
  const begin = performance.now()
  await call()
  return performance.now() - begin
}

const figuresOf = (small: Measured, large: Measured): Figure[] => [
  {
    row: 7,
    name: 'processor time of a purchase, large against small',
    value: large.purchase_ms / small.purchase_ms,
    unit: '×',
    target: { atMost: 1.15 },
  },
  { row: 4, name: 'first fetch of a label, large, p95', value: large.label_ms, unit: 'ms', target: { atMost: 10 } },
  { row: 6, name: 'a batch of 1,000, large', value: large.batch_s, unit: 's', target: { atMost: 10 } },
  { row: 6, name: 'the same, small', value: small.batch_s, unit: 's' },
  { row: 9, name: 'server and PostgreSQL, large', value: large.memory_mb, unit: 'MB', target: { atMost: 300 } },
  { row: 9, name: 'the same, small', value: small.memory_mb, unit: 'MB' },
]

/** How many pages are slower than they should be, and the slowest ones. */
function slowest(shipments: number, { pages }: Measured): Figure[] {
  const of = `of ${shipments.toLocaleString('en-GB')}`
  const sorted = pages.toSorted(([, a], [, b]) => b - a)
  const late = pages.filter(([, p95]) => p95 > PAGE_MS).length
  return [
    { row: 8, name: `pages above ${PAGE_MS} ms, ${of}`, value: late, unit: 'pages', target: { atMost: 0 } },
    ...sorted.slice(0, Math.max(3, late)).map(([name, p95]): Figure => ({
      row: 8,
      name: `${name}, ${of}, p95`,
      value: p95,
      unit: 'ms',
      target: { atMost: PAGE_MS },
    })),
  ]
}
