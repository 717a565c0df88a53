import type { Shipment } from '@postroom/contract/shipment'
import type { WebhookTest } from '@postroom/contract/webhook'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { sendNotices } from '../../notices/send-notices.ts'
import { purchaseScene, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { aLog } from '../../testing/a-log.ts'
import { quietLog } from '../../testing/quiet-log.ts'
import { asOwner } from '../../testing/test-database.ts'
import { aReceiver, webhookScene, type Received, type WebhookScene } from '../../testing/webhook-scene.ts'
import { claimDeliveries, recordAttempt } from './delivery.store.ts'
import { postEvent } from './post-event.ts'
import { shareEvents } from './report-events.store.ts'
import { deliver, startDelivering } from './send-deliveries.ts'

let scene: PurchaseScene
let hooks: WebhookScene
beforeAll(async () => {
  scene = await purchaseScene(0)
})
afterAll(() => scene.close())
beforeEach(async () => {
  hooks = await webhookScene(scene)
})
afterEach(async () => {
  hooks.receiver.stop()
  await asOwner(scene.database.url, 'delete from webhook; delete from webhook_event')
})

const buy = async (order: string) => (await hooks.buyer.buy(`order-${order}`)).json<Shipment>()
const voidIt = ({ id }: Shipment) =>
  hooks.buyer.put(`/stamp/v1/shipment/${id}/void`, { cancellation_reason: 'Wrong address' })
const refuse = (status: number) => {
  hooks.receiver.answer = (response) => void response.writeHead(status).end('Sorry')
}
const accept = () => {
  hooks.receiver.answer = (response) => void response.writeHead(204).end()
}

/** Verifies a post with the library of Standard Webhooks, by the clock of the server. */
function verified(secret: string, { body, headers }: Pick<Received, 'body' | 'headers'>): unknown {
  vi.setSystemTime(scene.context.now())
  try {
    return new Verifier(secret).verify(body, headers as Record<string, string>)
  } finally {
    vi.useRealTimers()
  }
}

describe('an event', () => {
  it('is posted once, signed as Standard Webhooks has it', async () => {
    const { webhook, secret } = await hooks.create()
    const shipment = await buy('signed')
    expect(await hooks.deliverAll()).toBe(1)
    expect(await hooks.deliverAll()).toBe(0)
    const [post] = hooks.receiver.received
    expect(post!.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Postroom' })
    expect(verified(secret, post!)).toEqual({
      type: 'shipment.bought',
      timestamp: expect.stringMatching(/^2\d{3}-.*Z$/) as unknown,
      data: { shipment_id: shipment.id, pending_id: 'order-signed', item_numbers: shipment.item_numbers },
    })
    expect(() => verified(secret, { ...post!, body: `${post!.body} ` })).toThrow()
    expect(await hooks.deliveries(webhook.id)).toMatchObject([
      { event_id: post!.headers['webhook-id'], event: 'shipment.bought', state: 'delivered', attempts: 1, status: 204 },
    ])
  })

  it('is signed with both secrets after a renewal, and later with the new one only', async () => {
    const { webhook, secret: first } = await hooks.create()
    const { secret: second } = (await hooks.ask('POST', `/${webhook.id}/secret`)).json<{ secret: string }>()
    const shipment = await buy('overlap')
    await hooks.deliverAll()
    const [post] = hooks.receiver.received
    for (const secret of [first, second]) verified(secret, post!)
    await voidIt(shipment)
    const { now } = scene.context
    scene.context.now = () => new Date(now().getTime() + 24 * 3600_000)
    onTestFinished(() => void (scene.context.now = now))
    await hooks.deliverAll()
    const [, later] = hooks.receiver.received
    verified(second, later!)
    expect(() => verified(first, later!)).toThrow()
  })

  it('is sent again under the same id when a process dies before it has recorded the answer, and once by several', async () => {
    const { webhook } = await hooks.create()
    await buy('killed')
    await Promise.all(Array.from({ length: 5 }, () => shareEvents(scene.context.db)))
    const [dead] = await claimDeliveries(scene.context.db, 10)
    await postEvent(scene.context, dead!, { ...dead!, id: dead!.event_id })
    expect(await hooks.deliverAll()).toBe(0) // another's lease
    await hooks.makeDue()
    const claims = await Promise.all(Array.from({ length: 5 }, () => claimDeliveries(scene.context.db, 10)))
    const [one, ...none] = claims.flat()
    expect(none).toEqual([])
    await recordAttempt(scene.context.db, dead!, { accepted: false, trouble: 'unreachable' }) // comes too late
    expect((await hooks.deliveries(webhook.id))[0]).not.toHaveProperty('trouble')
    await deliver(scene.context, one!, quietLog)
    const ids = hooks.receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(ids).toEqual([one!.event_id, one!.event_id])
    expect(hooks.receiver.received[0]!.body).toBe(hooks.receiver.received[1]!.body)
    expect(await hooks.deliveries(webhook.id)).toMatchObject([{ state: 'delivered', attempts: 2 }])
  })

  it('is shared out by one process at a time', async () => {
    await hooks.create()
    await buy('shared-out')
    const other = await scene.context.db.startTransaction().execute()
    await shareEvents(other)
    expect(await hooks.deliverAll()).toBe(0)
    await other.commit().execute()
    expect(await hooks.deliverAll()).toBe(1)
  })

  it('waits for earlier ones of its shipment, and for none of others', async () => {
    await hooks.create()
    const first = await buy('first')
    refuse(500)
    expect(await hooks.deliverAll()).toBe(1)
    await voidIt(first)
    accept()
    await buy('second')
    expect(await hooks.deliverAll()).toBe(1)
    expect(hooks.receiver.types()).toEqual(['shipment.bought', 'shipment.bought'])
    await hooks.makeDue()
    expect(await hooks.deliverAll()).toBe(2)
    expect(hooks.receiver.received.slice(2).map(({ message }) => [message.type, message.data['pending_id']])).toEqual([
      ['shipment.bought', 'order-first'],
      ['shipment.voided', 'order-first'],
    ])
  })
})

describe('a webhook that fails', () => {
  it('is tried eight times in about a day; the event is then given up, and replayed when asked', async () => {
    const { webhook } = await hooks.create()
    await buy('failing')
    refuse(503)
    const pauses: number[] = []
    for (let attempt = 1; attempt <= 8; attempt++) {
      expect(await hooks.deliverAll()).toBe(1)
      const { due_at = '', state } = (await hooks.deliveries(webhook.id))[0]!
      if (state === 'waiting') pauses.push(Math.round((Date.parse(due_at) - Date.now()) / 10_000) * 10)
      await hooks.makeDue()
    }
    expect(pauses).toEqual([10, 60, 300, 1800, 7200, 21600, 43200])
    expect(await hooks.deliverAll()).toBe(0)
    expect(await hooks.listed()).toMatchObject([
      { state: 'on', failed: 1, waiting: 0, failing_since: expect.any(String) },
    ])
    const [failed] = await hooks.deliveries(webhook.id, '?state=failed')
    expect(failed).toMatchObject({ state: 'failed', attempts: 8, status: 503, trouble: 'refused', answer: 'Sorry' })
    accept()
    const since = new Date(Date.now() - 3600_000).toISOString()
    const replayed = await hooks.ask('POST', `/${webhook.id}/replay`, { since })
    expect([replayed.statusCode, replayed.json()]).toEqual([202, { replayed: 1 }])
    expect(await hooks.deliverAll()).toBe(1)
    const again = await hooks.ask('POST', `/${webhook.id}/delivery/${failed!.event_id}/replay`)
    expect([again.statusCode, again.json()]).toMatchObject([202, { state: 'waiting', attempts: 0 }])
    expect(await hooks.deliverAll()).toBe(1)
    expect(new Set(hooks.receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect((await hooks.listed())[0]).not.toHaveProperty('failing_since')
  })

  it('is switched off after three days, its managers are notified once, and its events wait', async () => {
    const { webhook } = await hooks.create()
    await buy('for-days')
    refuse(500)
    await hooks.deliverAll()
    await asOwner(scene.database.url, `update webhook set failing_since = now() - interval '73 hours'`)
    await hooks.makeDue()
    await hooks.deliverAll()
    await buy('meanwhile')
    await hooks.makeDue()
    expect(await hooks.deliverAll()).toBe(0)
    expect(await hooks.listed()).toMatchObject([{ state: 'off', waiting: 2 }])
    const mails: string[] = []
    scene.context.mailer = { send: async ({ subject }) => void mails.push(subject) }
    await sendNotices(scene.context, quietLog)
    const { host } = new URL(hooks.receiver.url)
    expect(mails).toContain(`Webhook switched off / Webhook désactivé\u202f: ${host}`)
    accept()
    await hooks.ask('PUT', `/${webhook.id}`, { state: 'on' })
    expect(await hooks.deliverAll()).toBe(2)
  })

  it('is in the log, and so is an outcome that could not be recorded', async () => {
    const { webhook } = await hooks.create()
    await buy('logged')
    refuse(500)
    const { log, lines } = aLog()
    await shareEvents(scene.context.db)
    const [claimed] = await claimDeliveries(scene.context.db, 10)
    await deliver(scene.context, claimed!, log)
    const facts = { webhook: webhook.id, event: claimed!.event_id }
    expect(lines.splice(0)).toEqual([
      [
        'warn',
        { ...facts, type: 'shipment.bought', attempts: 1, trouble: 'refused', status: 500 },
        'a webhook has not accepted an event',
      ],
    ])
    accept()
    await deliver(scene.context, claimed!, log)
    expect(lines).toEqual([])
    await deliver(scene.context, { ...claimed!, id: 'none' }, log)
    const err = expect.any(Error) as unknown
    expect(lines).toEqual([
      ['warn', { ...facts, webhook: 'none', err }, 'the outcome of a delivery was not recorded; it is sent again'],
    ])
  })

  it('follows no redirect, and keeps the beginning of an answer as text', async () => {
    const { webhook } = await hooks.create()
    const other = await aReceiver()
    hooks.receiver.answer = (response) => void response.writeHead(307, { location: other.url }).end('\0é'.repeat(9_000))
    await buy('redirected')
    await hooks.deliverAll()
    other.stop()
    expect(other.received).toEqual([])
    const { answer, ...delivery } = (await hooks.deliveries(webhook.id))[0]!
    expect(delivery).toMatchObject({ state: 'waiting', status: 307, trouble: 'refused' })
    expect(answer).toBe('é'.repeat(1024))
  })

  it('that does not answer has four connections, and holds up no other', async () => {
    const other = await aReceiver()
    await hooks.create()
    await hooks.create({ url: other.url })
    const open: (() => void)[] = []
    hooks.receiver.answer = (response) => void open.push(() => response.writeHead(204).end())
    for (let n = 0; n < 6; n++) await buy(`slow-${n}`)
    const senders = [startDelivering(scene.context, quietLog), startDelivering(scene.context, quietLog)]
    await expect.poll(() => other.received.length, { timeout: 20_000 }).toBe(6)
    expect(hooks.receiver.received).toHaveLength(4)
    const answering = setInterval(() => open.splice(0).forEach((finish) => finish()), 20)
    await expect.poll(async () => (await hooks.listed())[0]!.waiting, { timeout: 20_000 }).toBe(0)
    await Promise.all(senders.map((stop) => stop()))
    clearInterval(answering)
    other.stop()
    expect(hooks.receiver.received).toHaveLength(6)
    expect(other.received).toHaveLength(6)
  }, 60_000)
})

it('a test sends a ping at once, and says what came of it', async () => {
  const { webhook, secret } = await hooks.create()
  const test = async () => (await hooks.ask('POST', `/${webhook.id}/test`)).json<WebhookTest>()
  expect(await test()).toEqual({ accepted: true, status: 204, answer: '' })
  const [ping] = hooks.receiver.received
  expect(verified(secret, ping!)).toMatchObject({ type: 'ping', data: { webhook_id: webhook.id } })
  refuse(401)
  expect(await test()).toEqual({ accepted: false, status: 401, trouble: 'refused', answer: 'Sorry' })
  hooks.receiver.stop()
  expect(await test()).toEqual({ accepted: false, trouble: 'unreachable' })
  scene.context.settings.privateHosts = false
  expect(await test()).toEqual({ accepted: false, trouble: 'address_refused' })
  scene.context.settings.privateHosts = true
  await asOwner(scene.database.url, `update webhook set secret = 'v1.sealed-with-another-key'`)
  expect(await test()).toEqual({ accepted: false, trouble: 'unreadable' })
  expect(await hooks.deliveries(webhook.id)).toEqual([])
})
