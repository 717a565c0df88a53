import type { Shipment } from '@postroom/contract/shipment'
import { MUTANTS, type Mutant } from '@postroom/domain/testing/purchase-model/mutants'
import { everyNth } from '@postroom/domain/testing/sweep'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { answerWithin } from '../../../carriers/answer-within.ts'
import type { CarrierPort } from '../../../carriers/carrier-port.ts'
import { referenceOf, setSandboxSwitch } from '../../../carriers/sandbox/sandbox.store.ts'
import type { Db } from '../../../db/database.ts'
import { brokenAfterDrain, drain } from '../../../testing/after-the-drain.ts'
import {
  defaultCarrier,
  PRICE,
  purchaseScene,
  replaceCarrier,
  type PurchaseScene,
} from '../../../testing/purchase-scene.ts'
import { rewrittenQueries } from '../../../testing/rewritten-queries.ts'
import { asOwner } from '../../../testing/test-database.ts'
import { brokenInvariants } from '../../ledger/invariants.store.ts'
import { applyOutcome } from './apply-outcome.ts'
import { applyVoid } from '../void/apply-void.ts'
import { findByKey } from './purchase.store.ts'

const CARRIER_MS = 250
const IN_HASTE = { carrier_ms: CARRIER_MS, lease_ms: 400, wait_ms: 300 }

/** With money for one purchase. */
const aScene = () => purchaseScene(PRICE, IN_HASTE)

/** Plants one bug in a scene: in its carrier, its queries or its tables. */
type Bug = (scene: PurchaseScene) => unknown
type Story = (scene: PurchaseScene) => Promise<unknown>

const fault = (
  { context }: PurchaseScene,
  call: 'purchase' | 'void',
  answer: 'lost' | 'late' | 'refused',
  delay_ms = 0,
) => setSandboxSwitch(context.db, { call, answer, delay_ms, remaining: 1 })

const stored = async ({ database, buyer }: PurchaseScene, key: string) =>
  (await findByKey(database.db, buyer.organisation, key))!

const answerLost: Story = async (scene) => {
  await fault(scene, 'purchase', 'lost', 500)
  await scene.buyer.buy('answer-lost')
  await drain(scene.context)
}

const orderLate: Story = async (scene) => {
  await fault(scene, 'purchase', 'late', 1_500)
  await scene.buyer.buy('order-late')
  await drain(scene.context)
  await sleep(1_500)
}

/** For stories with a working carrier: a busy machine must not look like a silent carrier. */
const withPatience = ({ context }: PurchaseScene) =>
  setTimings(context, { carrier_ms: 10_000, lease_ms: 20_000, wait_ms: 20_000 })

function setTimings(context: PurchaseScene['context'], { carrier_ms, ...timings }: typeof IN_HASTE): void {
  replaceCarrier(context, { timeout_ms: carrier_ms })
  Object.assign(context.settings.purchaseTimings!, timings)
}

const rushForOne: Story = async (scene) => {
  withPatience(scene)
  await Promise.all(Array.from({ length: 10 }, (_, index) => scene.buyer.buy(`rush-for-one-${index}`)))
}

async function boughtAndVoided(scene: PurchaseScene): Promise<void> {
  withPatience(scene)
  const { id } = (await scene.buyer.buy('to-be-voided')).json<Shipment>()
  setTimings(scene.context, IN_HASTE)
  await scene.buyer.put(`/stamp/v1/shipment/${id}/void`, { cancellation_reason: 'Torn' })
}

const voidRefused: Story = async (scene) => {
  await fault(scene, 'void', 'refused')
  await boughtAndVoided(scene)
  await drain(scene.context)
}

const voidLate: Story = async (scene) => {
  await fault(scene, 'void', 'late', 1_500)
  await fault(scene, 'void', 'refused')
  await boughtAndVoided(scene)
  await drain(scene.context)
  await sleep(1_500)
}

/** The refusal of the first void arrives again while the second, which the carrier granted, is open. */
const refusalAgain: Story = async (scene) => {
  await voidRefused(scene)
  const first = await stored(scene, 'to-be-voided')
  await fault(scene, 'void', 'lost')
  await scene.buyer.put(`/stamp/v1/shipment/${first.id}/void`, { cancellation_reason: 'Still torn' })
  await applyVoid(scene.context, first, { kind: 'refused', reason: 'The item is already in the post.' })
  await drain(scene.context)
}

const wrongCarrier =
  (change: (carrier: CarrierPort, db: Db) => Partial<CarrierPort>): Bug =>
  ({ context }) =>
    replaceCarrier(context, change(defaultCarrier(context), context.db))

const wrongQueries =
  (rewrite: (query: string) => string): Bug =>
  ({ context, database }) =>
    (context.db = rewrittenQueries(database, rewrite))

const wrongTables =
  (change: string): Bug =>
  ({ database }) =>
    asOwner(database.url, change)

/** A delay between reading a balance and debiting it, as on a busy machine. */
const slowHold = (query: string): string => query.replace('select post(', 'select pg_sleep(0.3), post(')

// tests the checks: the same story leaves no broken invariant in the product as built, and is reported with the bug
it.concurrent.each(
  everyNth(
    3,
    Object.entries({
      M1: [
        wrongCarrier((carrier) => ({
          purchase: async (ref, order) => {
            const outcome = await answerWithin(CARRIER_MS / 2, () => carrier.purchase(ref, order))
            return outcome.kind === 'unknown' ? { kind: 'rejected', reason: 'No answer.' } : outcome
          },
        })),
        answerLost,
        ['I9'],
      ],
      M2: [
        wrongCarrier((carrier, db) => ({
          resolve: async (ref, order) =>
            (await referenceOf(db, ref))?.state === 'live' ? carrier.resolve(ref, order) : { kind: 'tombstoned' },
        })),
        orderLate,
        ['I9'],
      ],
      M4: [
        wrongCarrier((carrier) => ({ purchase: (_ref, order) => carrier.purchase(randomUUID(), order) })),
        answerLost,
        ['I9'],
      ],
      // every statement commits by itself
      M5b: [
        wrongQueries((query) => (/^(begin|commit|rollback)$/.test(query) ? 'select 1' : slowHold(query))),
        rushForOne,
        ['I12', 'I4', 'I6'],
      ],
      // leaves only the earlier check of the balance
      M6: [
        async (scene) => {
          await wrongTables('alter table account drop constraint balance_not_below_floor')(scene)
          wrongQueries(slowHold)(scene)
        },
        rushForOne,
        ['I3'],
      ],
      M8: [
        wrongTables(`
        create function refund_at_once() returns trigger language plpgsql security definer as $$ begin
          perform post(new.id, 'refund', 'carrier:RM', 'cust:' || new.carrier_account_id, new.amount);
          return null;
        end $$;
        create trigger refund_at_once after update of state on purchase
          for each row when (new.state = 'VOID_REQUESTED') execute function refund_at_once()`),
        voidRefused,
        ['I16', 'I5'],
      ],
      M9: [
        wrongCarrier((carrier) => {
          let asked = 0
          return { void: (ref) => carrier.void(ref, (asked += 1)) }
        }),
        voidLate,
        ['I9'],
      ],
      M10: [
        wrongQueries((query) =>
          query.startsWith('update "void_request"')
            ? query.replace(/"n" = (\$\d+)/, '$1::int > 0 and answered_at is null')
            : query.replace(/(update "purchase" .*)"void_no" = (\$\d+)/, '$1$2::int > 0'),
        ),
        refusalAgain,
        ['I9'],
      ],
    } satisfies Record<Exclude<Mutant, 'M3' | 'M5a'>, [Bug, Story, string[]]>),
  ),
)('%s is reported on the running server', { timeout: 120_000 }, async (name, [bug, story, reported]) => {
  for (const [built, expected] of [
    [() => {}, []],
    [bug, reported],
  ] as const) {
    const scene = await aScene()
    await built(scene)
    await story(scene)
    const { db } = scene.database
    const broken = [...(await brokenInvariants(db)), ...(await brokenAfterDrain(db))]
    expect([...new Set(broken.map((row) => row.broken))].toSorted(), MUTANTS[name as Mutant]).toEqual(expected)
    await scene.close()
  }
})

// bugs that the database itself prevents, so only the model can show them
it.concurrent.each([
  [
    'M3',
    wrongQueries((query) =>
      query.replace(/"state" = (\$\d+) and "epoch" = (\$\d+)/, '($1::text || $2::int) is not null'),
    ),
    async (scene) => {
      withPatience(scene)
      await scene.buyer.buy('settled-twice')
      const settled = await stored(scene, 'settled-twice')
      await applyOutcome(scene.context, { ...settled, state: 'AUTHORISED' }, { kind: 'tombstoned' })
    },
    'number_when_bought',
  ],
  [
    'M5a',
    () => {},
    ({ database, buyer: { account } }) =>
      sql`select post(${randomUUID()}::uuid, 'hold', ${`cust:${account}`}, ${`held:${account}`}, 1)`.execute(
        database.db,
      ),
    'transfer_purchase_id_fkey',
  ],
] as const satisfies [Mutant, Bug, Story, string][])('%s is stopped by the tables', async (_name, bug, story, rule) => {
  const scene = await aScene()
  await bug(scene)
  await expect(story(scene)).rejects.toMatchObject({ constraint: rule })
  expect(await brokenInvariants(scene.database.db)).toEqual([])
  await scene.close()
})
