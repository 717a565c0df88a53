import { afterAll, beforeAll, expect, it } from 'vitest'
import { setSandboxSwitch } from '../carriers/sandbox/sandbox.store.ts'
import { aBuyerAt, type BuyerAt } from '../testing/buyer-at.ts'
import { booksAreRight } from '../testing/crash-scene.ts'
import { countedAt, threeServers, type ThreeServers } from '../testing/three-servers.ts'

const LANES = 4
/** However quick the machine is. */
const ENOUGH = 1_000_000_00
const SOLD = 'postroom_carrier_answers_total{carrier="RM",call="purchase"'

let servers: ThreeServers
beforeAll(async () => {
  servers = await threeServers()
})
afterAll(() => servers.stop())

/** Buys a letter through HAProxy, and asks once only. @returns the status, or why there is none */
const buyOnce = (buyer: BuyerAt, key: string): Promise<string> =>
  buyer.buy(key).then(
    ({ status }) => String(status),
    (error: Error) => `${error.message}: ${(error.cause as Error | undefined)?.message}`,
  )

/** Buyers who buy one letter after the other until `stop`. @returns what became of each purchase */
function startBuying(buyers: readonly BuyerAt[]): () => Promise<string[]> {
  const [stopping, outcomes] = [new AbortController(), [] as string[]]
  const lanes = buyers.map(async (buyer) => {
    for (let n = 0; !stopping.signal.aborted; n++) outcomes.push(await buyOnce(buyer, `in-turn-${n}`))
  })
  return async () => {
    stopping.abort()
    await Promise.all(lanes)
    return outcomes
  }
}

/** Stops a process as a supervisor does, and starts it again. */
async function restart(index: number): Promise<void> {
  const url = servers.urls[index]!
  const { process, ended } = servers.processes[index]!
  process.kill('SIGTERM')
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status, { timeout: 2_000 }).toBe(503)
  expect((await fetch(`${url}/app-config.json`)).status).toBe(200) // it still answers
  expect(await ended).toBe(0)
  await servers.start(index)
}

it('no purchase fails while one process after the other is restarted', { timeout: 120_000 }, async () => {
  const buyers: BuyerAt[] = []
  while (buyers.length < LANES) buyers.push(await aBuyerAt(servers, ENOUGH))
  const unlimited = { purchases_per_minute: null, pence_per_day: null }
  await servers.context.db.updateTable('carrier_account').set(unlimited).execute()
  const stop = startBuying(buyers)
  const slow: Promise<string>[] = []
  for (const [index, url] of servers.urls.entries()) {
    await expect.poll(() => countedAt(url, SOLD), { timeout: 20_000 }).toBeGreaterThan(0)
    // answered in some six seconds: HAProxy has long noticed then that the process stops
    await setSandboxSwitch(servers.context.db, { call: 'purchase', answer: 'lost', delay_ms: 0, remaining: LANES })
    for (const [n, buyer] of buyers.entries()) slow.push(buyOnce(buyer, `slow-${index}-${n}`))
    await restart(index)
  }
  const outcomes = [...(await stop()), ...(await Promise.all(slow))]
  expect(outcomes.filter((outcome) => outcome !== '200')).toEqual([])
  expect(outcomes.length).toBeGreaterThan(100)
  await booksAreRight(servers.context.db)
})
