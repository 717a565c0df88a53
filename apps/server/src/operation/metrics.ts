import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { CarrierPort } from '../carriers/carrier-port.ts'
import type { Carriers } from '../carriers/carriers.ts'
import type { Context } from '../context.ts'
import { moneyAtWork } from './money-at-work.store.ts'

/** What one server process counts about itself since its start. Labels come from fixed sets; none names a person. */
export type Metrics = ReturnType<typeof newMetrics>

/** The counters, with what Node tells of itself: event loop, memory, garbage collection. */
export function newMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name, help, labelNames, registers })
  return {
    registry,
    requests: new Histogram({
      name: 'postroom_http_request_seconds',
      help: 'Requests by route and status, and how long they took',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30],
      registers,
    }),
    carrierAnswers: new Counter({
      name: 'postroom_carrier_answers_total',
      help: 'Outcomes of purchases and voids at each carrier; "failed" is a call that broke',
      labelNames: ['carrier', 'call', 'answer'],
      registers,
    }),
    forgotten: new Counter({
      name: 'postroom_forgotten_rows_total',
      help: 'Rows that were not to be kept longer; of purchases only the people',
      labelNames: ['table'],
      registers,
    }),
    databaseUp: gauge('postroom_database_up', '1 when the database answers'),
    sellingStopped: gauge('postroom_selling_stopped', '1 when the books do not balance and nothing is sold'),
    open: gauge('postroom_open_purchases', 'Purchases and voids that wait for the word of the carrier', ['state']),
    oldest: gauge('postroom_oldest_open_purchase_seconds', 'For how long the oldest of them has been waiting'),
    connections: gauge('postroom_database_connections', 'Connections of this process', ['use']),
  }
}

/** The same carriers, with their answers counted. */
export const counted = (carriers: Carriers, metrics: Metrics): Carriers =>
  Object.fromEntries(Object.entries(carriers).map(([code, port]) => [code, countedCarrier(code, port, metrics)]))

function countedCarrier(code: string, carrier: CarrierPort, { carrierAnswers }: Metrics): CarrierPort {
  const count = async <Outcome extends { kind: string }>(call: string, asked: Promise<Outcome>): Promise<Outcome> => {
    try {
      const outcome = await asked
      carrierAnswers.inc({ carrier: code, call, answer: outcome.kind })
      return outcome
    } catch (error) {
      carrierAnswers.inc({ carrier: code, call, answer: 'failed' })
      throw error
    }
  }
  return {
    ...carrier,
    purchase: (ref, order) => count('purchase', carrier.purchase(ref, order)),
    resolve: (ref) => count('resolve', carrier.resolve(ref)),
    void: (ref, n) => count('void', carrier.void(ref, n)),
  }
}

/** Looks at what is only known by looking, and writes everything down as Prometheus reads it. */
export async function exposition(
  metrics: Metrics,
  { db, pool, platformPool }: Pick<Context, 'db' | 'pool' | 'platformPool'>,
): Promise<string> {
  const [idle, all] = [pool.idleCount + platformPool.idleCount, pool.totalCount + platformPool.totalCount]
  metrics.connections.set({ use: 'busy' }, all - idle)
  metrics.connections.set({ use: 'idle' }, idle)
  metrics.connections.set({ use: 'awaited' }, pool.waitingCount + platformPool.waitingCount)
  const money = await moneyAtWork(db).catch(() => undefined)
  metrics.databaseUp.set(money ? 1 : 0)
  // without a database nobody knows these; an old value would look like a true one
  for (const unknown of [metrics.sellingStopped, metrics.open, metrics.oldest]) unknown.reset()
  if (money) {
    metrics.sellingStopped.set(money.selling_stopped ? 1 : 0)
    metrics.oldest.set(money.oldest_seconds)
    for (const state of ['AUTHORISED', 'VOID_REQUESTED'] as const) metrics.open.set({ state }, money.open[state])
  }
  return metrics.registry.metrics()
}
