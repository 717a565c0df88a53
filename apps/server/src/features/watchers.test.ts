import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Context } from '../context.ts'
import type { Log } from '../log.ts'
import { aKey } from '../testing/made-things.ts'
import { purchaseScene, type PurchaseScene } from '../testing/purchase-scene.ts'
import { quietLog } from '../testing/quiet-log.ts'
import { signInto } from '../testing/sign-into.ts'
import { asOwner } from '../testing/test-database.ts'
import { startWatchingBalances } from './accounts/watch-balances.ts'
import { recordAudit } from './audit/audit.store.ts'
import { startWatchingAuditLogs } from './audit/watch-audit-logs.ts'
import { startWatchingEndingKeys } from './auth/api-keys/watch-ending-keys.ts'
import { startMailingResets } from './auth/forgot-password.ts'
import { startWatchingLedger } from './ledger/watch-ledger.ts'
import { startFollowingManifests } from './manifests/follow-manifests.ts'

let scene: PurchaseScene
let logged: string[]
const log: Log = { ...quietLog, fatal: (_facts, message) => void logged.push(message) }
beforeAll(async () => {
  scene = await purchaseScene(0)
})
afterAll(() => scene.close())
beforeEach(() => {
  logged = []
})

const sql = (statement: string) => asOwner(scene.database.url, statement)
const countOf = async (query: string) => (await sql(query)).rowCount

interface Watcher {
  start: (context: Context) => () => Promise<void>
  /** Leaves something to do. */
  prepare: () => Promise<unknown>
  /** How much was done. */
  done: () => Promise<number | null>
}

const WATCHERS: Record<string, Watcher> = {
  'low balances': {
    start: (context) => startWatchingBalances(context, log),
    prepare: () => sql('update carrier_account set low_balance = 1, low_since = null'),
    done: () => countOf(`select from outbox where notice ->> 'event' = 'balance_low'`),
  },
  'API keys that end': {
    start: (context) => startWatchingEndingKeys(context, log),
    prepare: async () => {
      const { user } = await signInto(scene, scene.buyer.organisation)
      return aKey(scene, scene.buyer.organisation, user, { last_day: '2026-11-21' })
    },
    done: () => countOf(`select from outbox where notice ->> 'event' = 'api_key_ending'`),
  },
  'password resets': {
    start: (context) => startMailingResets(context, log),
    prepare: () => sql(`insert into reset_request (login, asked_at) select username, now() from app_user limit 1`),
    done: () => countOf('select from password_reset where not exists (select from reset_request)'),
  },
  manifests: {
    start: (context) => startFollowingManifests(context, log),
    prepare: () =>
      sql(`insert into manifest (organisation_id, carrier_account_id, look_at)
        values ('${scene.buyer.organisation}', '${scene.buyer.account}', now())`),
    done: () => countOf(`select from manifest where state = 'unknown'`),
  },
  'the ledger': {
    start: ({ db }) => startWatchingLedger(db, log),
    prepare: async () => undefined,
    done: () => countOf('select from books_check'),
  },
  'audit logs': {
    start: ({ db }) => startWatchingAuditLogs(db, log),
    prepare: async () => undefined,
    done: () => countOf(`select from audit_check where organisation_id = '${scene.buyer.organisation}'`),
  },
}

it.each(Object.entries(WATCHERS))('looks at %s when it starts, and stops', async (_what, { start, prepare, done }) => {
  expect(await done()).toBe(0)
  await prepare()
  await start(scene.context)()
  expect(await done()).toBe(1)
  expect(logged).toEqual([])
})

it('an audit log that was changed is in the log of the server', async () => {
  const { organisation } = scene.buyer
  await recordAudit(scene.context.db, { organisation_id: organisation, event: 'batch_begun', details: { rows: 1 } })
  await sql(`alter table audit_event disable trigger user; update audit_event set event = 'batch_stopped';
    alter table audit_event enable trigger user; update audit_check set whole_at = whole_at - interval '2 days'`)
  await startWatchingAuditLogs(scene.context.db, log)()
  expect(logged).toEqual(['entries of the audit log were changed after they were written'])
})

it('a chain of the ledger that was changed is in the log of the server, and selling goes on', async () => {
  await sql('truncate books_check')
  await startWatchingLedger(scene.context.db, log)()
  expect(logged).toEqual(['rows of the ledger or audit log were changed after they were written'])
  expect(await countOf('select from sales_stop')).toBe(0)
})
