import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { CarrierPort } from '../carriers/carrier-port.ts'
import type { Carriers } from '../carriers/carriers.ts'
import type { Context } from '../context.ts'
import { openWork } from './open-work.store.ts'

/** What one server process counts since its start. Labels come from fixed sets; none identifies a person. */
export type Metrics = ReturnType<typeof newMetrics>

/** The counters, with Node's own metrics: event loop, memory, garbage collection. */
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
      help: 'Requests by route and status, and their duration',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30],
      registers,
    }),
    carrierAnswers: new Counter({
      name: 'postroom_carrier_answers_total',
      help: 'Outcomes of purchases, voids and tracking at each carrier; "failed" is a call that threw',
      labelNames: ['carrier', 'call', 'answer'],
      registers,
    }),
    deleted: new Counter({
      name: 'postroom_deleted_rows_total',
      help: 'Rows deleted after their retention; of purchases only the people',
      labelNames: ['table'],
      registers,
    }),
    longReads: new Counter({
      name: 'postroom_long_reads_total',
      help: 'Reads for history, dashboard and exports, answered by the follower or by the database itself',
      labelNames: ['at'],
      registers,
    }),
    databaseUp: gauge('postroom_database_up', '1 when the database answers'),
    sellingStopped: gauge('postroom_selling_stopped', '1 when the books do not balance and nothing is sold'),
    open: gauge('postroom_open_purchases', 'Purchases and voids that wait for the carrier', ['state']),
    oldest: gauge('postroom_oldest_open_purchase_seconds', 'Age of the oldest of them'),
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
    resolve: (ref, order) => count('resolve', carrier.resolve(ref, order)),
    void: (ref, n) => count('void', carrier.void(ref, n)),
    ...(carrier.track && { track: (...asked) => count('track', carrier.track!(...asked)) }),
  }
}

/** Reads the gauges from the database, and writes all metrics in the Prometheus format. */
export async function exposition(
  metrics: Metrics,
  { db, pool, platformPool, follower }: Pick<Context, 'db' | 'pool' | 'platformPool' | 'follower'>,
): Promise<string> {
  metrics.longReads.reset()
  for (const [at, reads] of Object.entries(follower?.answered ?? {})) metrics.longReads.inc({ at }, reads)
  const [idle, all] = [pool.idleCount + platformPool.idleCount, pool.totalCount + platformPool.totalCount]
  metrics.connections.set({ use: 'busy' }, all - idle)
  metrics.connections.set({ use: 'idle' }, idle)
  metrics.connections.set({ use: 'awaited' }, pool.waitingCount + platformPool.waitingCount)
  const money = await openWork(db).catch(() => undefined)
  metrics.databaseUp.set(money ? 1 : 0)
  // without a database these are unknown; an old value would look current
  metrics.open.reset()
  for (const unknown of [metrics.sellingStopped, metrics.oldest]) unknown.remove() // its reset would set 0
  if (money) {
    metrics.sellingStopped.set(money.selling_stopped ? 1 : 0)
    metrics.oldest.set(money.oldest_seconds)
    for (const state of ['AUTHORISED', 'VOID_REQUESTED'] as const) metrics.open.set({ state }, money.open[state])
  }
  return metrics.registry.metrics()
}
