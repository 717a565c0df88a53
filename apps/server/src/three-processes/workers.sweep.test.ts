import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { setSandboxSwitch } from '../carriers/sandbox/sandbox.store.ts'
import { queueNotices } from '../notices/outbox.store.ts'
import { aBuyerAt, type BuyerAt } from '../testing/buyer-at.ts'
import { callsWith, finalOf, tally } from '../testing/call-server.ts'
import { booksAreRight } from '../testing/crash-scene.ts'
import { signInto } from '../testing/sign-into.ts'
import { asOwner } from '../testing/test-database.ts'
import { countedAt, threeServers, type ThreeServers } from '../testing/three-servers.ts'
import { aReceiver } from '../testing/webhook-scene.ts'

const SOON = { timeout: 20_000 }
/** Longer than a worker waits between two looks. */
const ANOTHER_LOOK_MS = 1_500
/** More than one process deletes at a time. */
const EXPIRED = 4_000

let servers: ThreeServers
let buyer: BuyerAt
beforeAll(async () => {
  servers = await threeServers({}, ({ url }) =>
    asOwner(
      url,
      `insert into sign_in_failure (counter, failed_at)
       select 'somebody', now() - interval '2 hours' from generate_series(1, ${EXPIRED})`,
    ),
  )
  buyer = await aBuyerAt(servers, 1_000_00)
})
afterAll(() => servers.stop())

const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0)
const countedTogether = async (beginning: string) =>
  sum(await Promise.all(servers.urls.map((url) => countedAt(url, beginning))))

const deleted = () => countedTogether('postroom_deleted_rows_total{table="sign_in_failure"}')

it('retention deletes each expired row once', SOON, async () => {
  await expect.poll(deleted, SOON).toBe(EXPIRED)
})

it('a webhook gets each event once, those of a shipment in order', SOON, async () => {
  const receiver = await aReceiver()
  const manager = callsWith((await signInto(servers, buyer.organisation)).authorization)
  const events = ['shipment.bought', 'shipment.voided']
  const made = await manager(servers.url, 'POST', '/stamp/v1/webhook', { url: receiver.url, events })
  expect(made.status).toBe(200)
  const bought = await Promise.all(Array.from({ length: 20 }, (_, n) => buyer.buy(`reported-${n}`)))
  await Promise.all(
    bought.map(({ body: { id } }) =>
      buyer.ask(servers.url, 'PUT', `/stamp/v1/shipment/${id}/void`, { cancellation_reason: 'Torn' }),
    ),
  )
  await expect.poll(() => receiver.received.length, SOON).toBe(40)
  await sleep(ANOTHER_LOOK_MS)
  expect(tally(receiver.types())).toEqual({ 'shipment.bought': 20, 'shipment.voided': 20 })
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(40)
  const seen = new Set<unknown>()
  for (const { message } of receiver.received) {
    if (message.type === 'shipment.voided') expect(seen).toContain(message.data['shipment_id'])
    seen.add(message.data['shipment_id'])
  }
  receiver.stop()
})

it('each notice is mailed once', SOON, async () => {
  await signInto(servers, buyer.organisation) // a manager, who gets them
  const hosts = Array.from({ length: 200 }, (_, n) => `host-${n}.example`)
  const notices = hosts.map((host) => ({ event: 'webhook_stopped' as const, host }))
  const { organisation: organisation_id } = buyer
  await queueNotices(servers.context.db, ...notices.map((notice) => ({ organisation_id, notice })))
  const outbox = path.join(servers.folder, 'outbox')
  const queued = () => servers.context.db.selectFrom('outbox').select('id').execute()
  await expect.poll(queued, SOON).toEqual([])
  const mails = fs.readdirSync(outbox).map((name) => fs.readFileSync(path.join(outbox, name), 'utf8'))
  const managers = new Set(mails.map((mail) => /^To: .*$/m.exec(mail)?.[0])).size
  expect(mails).toHaveLength(managers * hosts.length)
})

it('what the carrier left open is asked about once, by one process', SOON, async () => {
  await setSandboxSwitch(servers.context.db, { call: 'purchase', answer: 'lost', delay_ms: 0, remaining: 12 })
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => finalOf(() => buyer.buy(`left-open-${n}`))))
  expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 12 })
  expect(await countedTogether('postroom_carrier_answers_total{carrier="RM",call="resolve"')).toBe(12)
  await booksAreRight(servers.context.db)
})
