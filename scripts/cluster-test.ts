import { parseArgs } from 'node:util'
import { EVENTS, POOLER_EVENTS } from './cluster/events.ts'
import { testCluster } from './cluster/test-cluster.ts'

/**
 * `npm run cluster-test`: three server processes behind HAProxy sell on a cluster of their own while it loses its parts, one
 * after the other. Prints what was acknowledged, lost and doubled, and for how long nothing was sold. It exits with 1 when
 * anything was lost or doubled. `--pooler`: the servers go through PgBouncer. `--only 2` runs the second event alone.
 * `--purchases 10000` repeats the events until there are so many.
 */
const { values } = parseArgs({
  options: {
    pooler: { type: 'boolean', default: false },
    port: { type: 'string', default: '18000' },
    only: { type: 'string' },
    purchases: { type: 'string', default: '0' },
  },
})
const all = values.pooler ? [...EVENTS, ...POOLER_EVENTS] : EVENTS

await testCluster({
  events: values.only === undefined ? all : all.slice(Number(values.only) - 1, Number(values.only)),
  purchases: Number(values.purchases),
  pooled: values.pooler,
  port: Number(values.port),
})
