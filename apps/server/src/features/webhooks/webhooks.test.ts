import type { ErrorBody } from '@postroom/contract/errors'
import { WEBHOOK_EVENTS } from '@postroom/contract/webhook-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, test } from 'vitest'
import { deleteExpired } from '../../operation/retention.store.ts'
import { purchaseScene, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { asOwner } from '../../testing/test-database.ts'
import { webhookScene, type WebhookScene } from '../../testing/webhook-scene.ts'

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
  scene.context.settings.privateHosts = true
  await asOwner(scene.database.url, 'delete from webhook; delete from webhook_event')
})

const events = ['shipment.bought']
const refusal = async (answer: ReturnType<WebhookScene['ask']>) => {
  const { code, fields } = (await answer).json<ErrorBody>()
  return [code, ...(fields ?? []).map(({ field }) => field)]
}
const audited = async () =>
  (
    await asOwner(
      scene.database.url,
      `select event, details from audit_event where organisation_id = '${hooks.buyer.organisation}' and event like 'webhook%' order by id`,
    )
  ).rows as object[]

it('its secret is shown once and stored sealed; changes are in the audit log, without its address', async () => {
  const { webhook, secret } = await hooks.create({ url: `${hooks.receiver.url}?token=abc`, events })
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
  expect(webhook).toMatchObject({ events, state: 'on', waiting: 0, failed: 0 })
  const changed = await hooks.ask('PUT', `/${webhook.id}`, { events: WEBHOOK_EVENTS, state: 'paused' })
  expect(changed.json()).toMatchObject({ events: WEBHOOK_EVENTS, state: 'paused', url: webhook.url })
  const renewed = (await hooks.ask('POST', `/${webhook.id}/secret`)).json<{ secret: string }>()
  expect(renewed.secret).not.toBe(secret)
  expect((await hooks.ask('GET', '')).body).not.toMatch(/whsec|v1\./)
  const { rows } = await asOwner(scene.database.url, 'select secret, old_secret from webhook')
  for (const sealed of Object.values((rows as Record<string, string>[])[0]!)) expect(sealed).toMatch(/^v1\.[\w-]{60,}$/)
  expect((await hooks.ask('DELETE', `/${webhook.id}`)).statusCode).toBe(200)
  expect((await hooks.ask('DELETE', `/${webhook.id}`)).statusCode).toBe(404)
  expect(await hooks.listed()).toEqual([])
  const { host } = new URL(hooks.receiver.url)
  expect(await audited()).toEqual([
    { event: 'webhook_created', details: { host, events: 'shipment.bought' } },
    { event: 'webhook_changed', details: { fields: 'events state', state: 'paused' } },
    { event: 'webhook_secret_renewed', details: {} },
    { event: 'webhook_removed', details: {} },
  ])
})

it('they are listed oldest first; one that is turned on again has not failed, and a change of nothing is not recorded', async () => {
  const { webhook: older } = await hooks.create()
  const { webhook: newer } = await hooks.create()
  expect((await hooks.listed()).map(({ id }) => id)).toEqual([older.id, newer.id])
  await asOwner(scene.database.url, `update webhook set state = 'off', failing_since = now()`)
  const url = `${hooks.receiver.url}?token=other`
  expect((await hooks.ask('PUT', `/${newer.id}`, { url })).json()).toMatchObject({ url, state: 'off' })
  expect((await hooks.ask('PUT', `/${newer.id}`, {})).statusCode).toBe(200)
  await hooks.ask('PUT', `/${older.id}`, { state: 'on' })
  const [on, off] = await hooks.listed()
  expect([on!.failing_since, typeof off!.failing_since]).toEqual([undefined, 'string'])
  expect(await refusal(hooks.ask('PUT', `/${crypto.randomUUID()}`, { url }))).toEqual(['not_found'])
  expect(await refusal(hooks.ask('POST', `/${crypto.randomUUID()}/secret`))).toEqual(['not_found'])
  expect((await audited()).slice(2)).toEqual([
    { event: 'webhook_changed', details: { fields: 'url', state: 'off' } },
    { event: 'webhook_changed', details: { fields: 'state failing_since', state: 'on' } },
  ])
})

test.each([
  [{ url: 'ftp://example.com/', events }, 'url'],
  [{ url: 'https://user:secret@example.com/', events }, 'url'],
  [{ url: 'https://user@example.com/', events }, 'url'],
  [{ url: `https://example.com/${'a'.repeat(500)}`, events }, 'url'],
  [{ url: 'example.com', events }, 'url'],
  [{ url: 'https://example.com/', events: [] }, 'events'],
  [{ url: 'https://example.com/', events: ['shipment.bought', 'shipment.bought'] }, 'events'],
  [{ url: 'https://example.com/', events: ['ping'] }, 'events.0'],
])('%j is refused', async (body, field) => {
  expect(await refusal(hooks.ask('POST', '', body))).toEqual(['invalid_request', field])
})

test.each(['http://example.com/', 'https://127.0.0.1/', 'https://[::1]/', 'https://169.254.169.254/latest'])(
  '%s is refused, when it is added and when it is changed',
  async (url) => {
    const { webhook } = await hooks.create()
    scene.context.settings.privateHosts = false
    expect(await refusal(hooks.ask('POST', '', { url, events }))).toEqual(['webhook_address_refused'])
    expect(await refusal(hooks.ask('PUT', `/${webhook.id}`, { url }))).toEqual(['webhook_address_refused'])
    expect((await hooks.listed())[0]!.url).toBe(hooks.receiver.url)
  },
)

it('an organisation has ten at most, however many are added at once', async () => {
  const all = await Promise.all(
    Array.from({ length: 14 }, () => hooks.ask('POST', '', { url: hooks.receiver.url, events })),
  )
  expect(all.filter(({ statusCode }) => statusCode === 200)).toHaveLength(10)
  expect(await refusal(hooks.ask('POST', '', { url: hooks.receiver.url, events }))).toEqual(['too_many_webhooks'])
  expect(await hooks.listed()).toHaveLength(10)
})

it('its events wait while it is paused, and come in their order when it is turned on again', async () => {
  const { webhook } = await hooks.create()
  await hooks.ask('PUT', `/${webhook.id}`, { state: 'paused' })
  const { id } = (await hooks.buyer.buy('while-paused')).json<{ id: string }>()
  await hooks.buyer.put(`/stamp/v1/shipment/${id}/void`, { cancellation_reason: 'Wrong address' })
  expect(await hooks.deliverAll()).toBe(0)
  expect(await hooks.listed()).toMatchObject([{ state: 'paused', waiting: 2 }])
  await hooks.ask('PUT', `/${webhook.id}`, { state: 'on' })
  expect(await hooks.deliverAll()).toBe(2)
  expect(hooks.receiver.types()).toEqual(['shipment.bought', 'shipment.voided'])
})

it('nothing is sent to one that was removed', async () => {
  const { webhook } = await hooks.create()
  await hooks.buyer.buy('then-removed')
  await hooks.ask('DELETE', `/${webhook.id}`)
  expect(await hooks.deliverAll()).toBe(0)
})

it('of another organisation is not found, nor are its deliveries', async () => {
  const other = await webhookScene(scene)
  const { webhook } = await other.create()
  await other.buyer.buy('of-the-other')
  await other.deliverAll()
  other.receiver.stop()
  const [delivery] = await other.deliveries(webhook.id)
  const since = '2026-01-01T00:00:00Z'
  const own = (await hooks.create()).webhook.id
  for (const answer of [
    await hooks.ask('GET', `/${webhook.id}/delivery`),
    await hooks.ask('POST', `/${webhook.id}/replay`, { since }),
    await hooks.ask('POST', `/${webhook.id}/delivery/${delivery!.event_id}/replay`),
    await hooks.ask('POST', `/${own}/delivery/${delivery!.event_id}/replay`),
  ])
    expect(answer.statusCode).toBe(404)
})

it('is tested twenty times in a quarter of an hour', async () => {
  const { webhook } = await hooks.create()
  for (let n = 0; n < 20; n++) expect((await hooks.ask('POST', `/${webhook.id}/test`)).statusCode).toBe(200)
  expect(await refusal(hooks.ask('POST', `/${webhook.id}/test`))).toEqual(['too_many_requests'])
})

const days = (n: number) => new Date(Date.now() + n * 24 * 3600_000)

it('events are forgotten after 30 days', async () => {
  await hooks.create()
  await hooks.buyer.buy('an-old-event')
  await hooks.deliverAll()
  const kept = async () => (await asOwner(scene.database.url, 'select from webhook_delivery')).rows.length
  await deleteExpired(scene.context.db, 730, days(29))
  expect(await kept()).toBe(1)
  await deleteExpired(scene.context.db, 730, days(31))
  expect(await kept()).toBe(0)
})
