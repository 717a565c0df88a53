import { ukDateOf } from '@postroom/domain/calendar'
import http from 'node:http'
import { aDraft, serverWithBuyers, type Buyer } from './server-with-buyers.ts'

/**
 * `npm run bench-purchases -- SECONDS`: buys letters at one server process and at two, with one client and with 16, each of
 * its own organisation, and once with all 16 at one account. The clients share the machine with the servers and PostgreSQL.
 */
const seconds = Number(process.argv[2] ?? 8)
const CLIENTS = 16
const shop = await serverWithBuyers({ processes: 2, buyers: CLIENTS })
const agent = new http.Agent({ keepAlive: true, maxSockets: CLIENTS })
let bought = 0

function post(url: string, route: string, { authorization }: Buyer, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { authorization, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const request = http.request(`${url}/api/stamp/v1${route}`, { agent, method: 'POST', headers }, (response) => {
      response.on('end', () => (response.statusCode === 200 ? resolve() : reject(new Error(`${response.statusCode}`))))
      response.resume()
    })
    request.on('error', reject).end(body)
  })
}

const RATED = JSON.stringify({
  options: [],
  shipping_date: ukDateOf(new Date()),
  to: { country: 'GB' },
  parcels: [{ packaging: 'letter', weight: { value: 80, units: 'G' } }],
})

type Act = (url: string, buyer: Buyer) => Promise<void>
const buy: Act = (url, buyer) =>
  post(url, `/shipment/process?pending_id=bought-in-the-bench-${bought++}`, buyer, JSON.stringify(aDraft(buyer)))
const rate: Act = (url, buyer) => post(url, '/shipment/rate', buyer, RATED)

/** Runs `act` for some seconds in as many loops as there are `buyers`. @returns the milliseconds of each call, sorted */
async function measure(act: Act, urls: readonly string[], buyers: readonly Buyer[], forSeconds: number) {
  const times: number[] = []
  const end = performance.now() + forSeconds * 1000
  await Promise.all(
    buyers.map(async (buyer, index) => {
      while (performance.now() < end) {
        const begin = performance.now()
        await act(urls[index % urls.length]!, buyer)
        times.push(performance.now() - begin)
      }
    }),
  )
  return times.toSorted((a, b) => a - b)
}

async function report(name: string, ...asked: Parameters<typeof measure>): Promise<void> {
  await measure(asked[0], asked[1], asked[2], 1)
  const before = shop.cpuSeconds()
  const times = await measure(...asked)
  const spent = shop.cpuSeconds()
  const at = (share: number): string => (times[Math.floor(times.length * share)] ?? 0).toFixed(1).padStart(8)
  const each = (part: 'servers' | 'postgres'): string =>
    ((1000 * (spent[part] - before[part])) / times.length).toFixed(2).padStart(10)
  process.stdout.write(
    `${name.padEnd(36)}${(times.length / asked[3]).toFixed(0).padStart(8)}${at(0.5)}${at(0.95)}${each('servers')}${each('postgres')}\n`,
  )
}

try {
  const [one] = shop.urls
  const [first] = shop.buyers
  process.stdout.write(`${''.padEnd(36)}${'a second'.padStart(8)}${'p50 ms'.padStart(8)}${'p95 ms'.padStart(8)}`)
  process.stdout.write(`${'ms server'.padStart(10)}${'ms pg'.padStart(10)}\n`)
  await report('rate, 1 client', rate, [one!], [first!], seconds)
  await report(`rate, ${CLIENTS} clients`, rate, [one!], shop.buyers, seconds)
  await report('buy, 1 client', buy, [one!], [first!], seconds)
  await report(`buy, ${CLIENTS} clients`, buy, [one!], shop.buyers, seconds)
  await report(
    `buy, ${CLIENTS} clients of one account`,
    buy,
    [one!],
    shop.buyers.map(() => first!),
    seconds,
  )
  await report(`buy, ${CLIENTS} clients, two processes`, buy, shop.urls, shop.buyers, seconds)
} finally {
  agent.destroy()
  await shop.close()
}
