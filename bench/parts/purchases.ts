import { startEcho } from '../echo.ts'
import { percentile, type Figure, type Part } from '../figure.ts'
import { buy, load, rate, type Act } from '../load.ts'
import { recordPurchases, sqlClients } from '../same-sql.ts'
import { serverWithBuyers } from '../server-with-buyers.ts'

const CLIENTS = 16
const ROUNDS = 3

/** What one round of a measurement found. */
interface Round {
  a_second: number
  p95: number
  servers_ms: number
  postgres_ms: number
}

/**
 * Rating and buying at real server processes, with one client and with 16, each of its own organisation, and once with all 16
 * at one account. In the same rounds: an echo of the rate request, and the statements of a purchase without the application.
 * The clients share the machine with servers and PostgreSQL.
 */
export const measurePurchases: Part = async ({ seconds }) => {
  const shop = await serverWithBuyers({ processes: 2, buyers: CLIENTS })
  const echo = await startEcho()
  const sql = await sqlClients(shop.database, await recordPurchases(shop.database, shop.buyers))
  const [one] = shop.urls
  const [first] = shop.buyers
  const all = (act: Act, urls: readonly string[], buyers = shop.buyers) =>
    buyers.map((buyer, index) => () => act(urls[index % urls.length]!, buyer))
  const works = {
    echo: all(rate, [echo.url]),
    rate1: [() => rate(one!, first!)],
    rate16: all(rate, [one!]),
    buy1: [() => buy(one!, first!)],
    buy16: all(buy, [one!]),
    account: all(
      buy,
      [one!],
      shop.buyers.map(() => first!),
    ),
    two: all(buy, shop.urls),
    sql: sql.calls,
  }
  const round = async (clients: readonly (() => Promise<void>)[], forSeconds: number): Promise<Round> => {
    const before = shop.cpuSeconds()
    const times = await load(clients, forSeconds)
    const spent = shop.cpuSeconds()
    const each = (part: 'servers' | 'postgres'): number => (1000 * (spent[part] - before[part])) / times.length
    return {
      a_second: times.length / forSeconds,
      p95: percentile(times, 0.95),
      servers_ms: each('servers'),
      postgres_ms: each('postgres'),
    }
  }
  try {
    const rounds = new Map(Object.keys(works).map((name) => [name, [] as Round[]]))
    for (const clients of Object.values(works)) await round(clients, 2)
    for (let turn = 0; turn < ROUNDS; turn++)
      for (const [name, clients] of Object.entries(works)) rounds.get(name)!.push(await round(clients, seconds))
    const median = (name: keyof typeof works, part: keyof Round): number =>
      percentile(
        rounds.get(name)!.map((found) => found[part]),
        0.5,
      )
    return figuresOf(median)
  } finally {
    await sql.close()
    echo.stop()
    await shop.close()
  }
}

const figuresOf = (
  median: (
    name: 'echo' | 'rate1' | 'rate16' | 'buy1' | 'buy16' | 'account' | 'two' | 'sql',
    part: keyof Round,
  ) => number,
): Figure[] => [
  perSecond(1, 'purchases, 16 clients', median('buy16', 'a_second'), 350),
  perSecond(1, 'purchases, two processes', median('two', 'a_second'), 450),
  perSecond(1, 'purchases, 16 clients of one account', median('account', 'a_second'), 100),
  ratio(1, 'purchases, of the same SQL alone', median('buy16', 'a_second') / median('sql', 'a_second'), 0.1),
  { name: 'the same SQL alone, 16 clients', value: median('sql', 'a_second'), unit: 'a second' },
  { name: 'processor time of the server for a purchase', value: median('buy16', 'servers_ms'), unit: 'ms' },
  { name: 'processor time of PostgreSQL for a purchase', value: median('buy16', 'postgres_ms'), unit: 'ms' },
  { name: 'processor time of PostgreSQL for the same SQL', value: median('sql', 'postgres_ms'), unit: 'ms' },
  { row: 2, name: 'purchase, 1 client, p95', value: median('buy1', 'p95'), unit: 'ms', target: { atMost: 12 } },
  ratio(3, 'rates, of an echo', median('rate16', 'a_second') / median('echo', 'a_second'), 0.35),
  { name: 'rates, 16 clients', value: median('rate16', 'a_second'), unit: 'a second' },
  { name: 'echoes, 16 clients', value: median('echo', 'a_second'), unit: 'a second' },
  { row: 3, name: 'rate, 1 client, p95', value: median('rate1', 'p95'), unit: 'ms', target: { atMost: 2 } },
]

const perSecond = (row: number, name: string, value: number, atLeast: number): Figure => ({
  row,
  name,
  value,
  unit: 'a second',
  target: { atLeast },
})
const ratio = (row: number, name: string, value: number, atLeast: number): Figure => ({
  row,
  name,
  value,
  unit: '×',
  target: { atLeast },
})
