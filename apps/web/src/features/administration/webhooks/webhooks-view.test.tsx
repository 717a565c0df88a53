import { getPermission } from '@postroom/contract/identity'
import {
  changeWebhook,
  createWebhook,
  listWebhookDeliveries,
  listWebhooks,
  removeWebhook,
  renewWebhookSecret,
  replayFailedDeliveries,
  replayWebhookDelivery,
  testWebhook,
  type Webhook,
  type WebhookDelivery,
} from '@postroom/contract/webhook'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { pageOf } from '../../../testing/answers.ts'
import { server, UNREACHABLE } from '../../../testing/fake-server.ts'
import { openPage } from '../../../testing/open-page.tsx'

const HOOK: Webhook = {
  id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c02',
  url: 'https://erp.example.com/postroom',
  events: ['shipment.bought', 'shipment.delivered'],
  state: 'on',
  created_at: '2026-11-20T09:00:00.000Z',
  waiting: 0,
  failed: 0,
}
const FAILED: WebhookDelivery = {
  event_id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c09',
  event: 'shipment.bought',
  state: 'failed',
  attempts: 8,
  created_at: '2026-11-26T09:00:00.000Z',
  tried_at: '2026-11-27T06:00:00.000Z',
  status: 503,
  trouble: 'refused',
  answer: 'Down for maintenance',
}
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

let hooks: Webhook[]
beforeEach(() => {
  hooks = [HOOK]
  server.on(getPermission, () => ({ permissions: ['administration'], roles: [], products: [], custom_data: {} }))
  server.on(listWebhooks, () => ({ data: hooks }))
})
const open = () => openPage('/app/administration?view=webhooks')
const choose = async (user: ReturnType<typeof open>, act: string) => {
  await user.click(await screen.findByRole('button', { name: 'More, erp.example.com' }))
  await user.click(await screen.findByRole('menuitem', { name: act }))
}

it('without one it offers to add one; its secret is shown once', async () => {
  hooks = []
  const calls = server.on(createWebhook, () => {
    hooks = [HOOK]
    return { webhook: HOOK, secret: SECRET }
  })
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Add a webhook' }))
  await user.click(screen.getByRole('button', { name: 'Add the webhook' }))
  expect(await screen.findByText(/^Enter the address with https/)).toBeVisible()
  expect(calls).toHaveLength(0)
  await user.type(screen.getByRole('textbox', { name: 'Address' }), ` ${HOOK.url}`)
  for (const name of ['Low balance', 'Batch finished']) await user.click(screen.getByRole('checkbox', { name }))
  await user.click(screen.getByRole('button', { name: 'Add the webhook' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(SECRET)).toBeVisible()
  expect(calls[0]!.body).toMatchObject({ url: HOOK.url })
  expect(calls[0]!.body.events).not.toContain('balance.low')
  expect(calls[0]!.body.events).toHaveLength(9)
  await user.click(dialog.getByRole('button', { name: 'I have stored it' }))
  expect(screen.queryByText(SECRET)).toBeNull()
  expect(await screen.findByText(HOOK.url)).toBeVisible()
})

it('a form without events says so', async () => {
  const user = open()
  await choose(user, 'Change')
  expect(screen.getByRole('textbox', { name: 'Address' })).toHaveValue(HOOK.url)
  for (const name of ['Shipment bought', 'Item delivered']) await user.click(screen.getByRole('checkbox', { name }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Choose at least one event.')).toBeVisible()
})

it('says in words what each is doing', async () => {
  const failing_since = '2026-11-26T09:00:00.000Z'
  hooks = [
    HOOK,
    { ...HOOK, id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c03', failing_since, waiting: 2, failed: 1 },
    { ...HOOK, id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c04', state: 'paused' },
    { ...HOOK, id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c05', state: 'off' },
  ]
  open()
  expect(await screen.findByText('On')).toBeVisible()
  expect(screen.getByText(/^Nothing has been accepted since 26 Nov 2026/)).toBeVisible()
  expect(screen.getByText('2 events are waiting.')).toBeVisible()
  expect(screen.getByText('1 event was given up.')).toBeVisible()
  expect(screen.getByText(/^Paused\./)).toBeVisible()
  expect(screen.getByText(/^Switched off/)).toBeVisible()
})

it('is tested, paused, given a new secret and removed', async () => {
  const answers = [
    { accepted: false, status: 401, trouble: 'refused' as const },
    { accepted: true, status: 204 },
  ]
  server.on(testWebhook, () => answers.shift()!)
  const changes = server.on(changeWebhook, () => {
    hooks = [{ ...HOOK, state: 'paused' }]
    return hooks[0]!
  })
  server.on(renewWebhookSecret, () => ({ webhook: HOOK, secret: SECRET }))
  const removals = server.on(removeWebhook, ({ params }) => {
    hooks = []
    return params
  })
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Test, erp.example.com' }))
  expect(await screen.findByText('It was answered with status 401. Only 2xx accepts an event.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Test, erp.example.com' }))
  expect(await screen.findByText('The test event was accepted (status 204).')).toBeVisible()
  await choose(user, 'Pause')
  expect(await screen.findByText(/^Paused\./)).toBeVisible()
  expect(changes[0]!.body).toEqual({ state: 'paused' })
  await choose(user, 'New secret')
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'New secret' }))
  await user.click(await screen.findByRole('button', { name: 'I have stored it' }))
  await choose(user, 'Remove')
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('No webhook yet')).toBeVisible()
  expect(removals).toHaveLength(1)
})

it('its deliveries are beside the list, and are sent again: one, or all that were given up', async () => {
  hooks = [{ ...HOOK, failed: 1 }]
  const { status: _status, trouble: _trouble, answer: _answer, ...known } = FAILED
  const lists = server.on(listWebhookDeliveries, () => pageOf([FAILED]))
  const one = server.on(replayWebhookDelivery, () => ({ ...known, state: 'waiting' as const }))
  const all = server.on(replayFailedDeliveries, () => ({ replayed: 1 }))
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Deliveries, erp.example.com' }))
  const drawer = within(await screen.findByRole('complementary', { name: 'Deliveries' }))
  expect(await drawer.findByText(/^8 attempts, the last one 27 Nov 2026/)).toBeVisible()
  expect(drawer.getByText('Down for maintenance')).toBeInTheDocument()
  await user.click(drawer.getByRole('button', { name: /^Send again, Shipment bought/ }))
  await user.click(drawer.getByRole('button', { name: 'Send all again' }))
  expect(await drawer.findByText('1 event is sent again.')).toBeVisible()
  expect(one[0]!.params).toEqual({ webhookId: HOOK.id, eventId: FAILED.event_id })
  expect(all).toHaveLength(1)
  await user.click(drawer.getByRole('radio', { name: 'Waiting' }))
  await waitFor(() => expect(lists.at(-1)!.query.state).toBe('waiting'))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Deliveries' })).toBeNull())
})

it('says when webhooks or their deliveries cannot be loaded', async () => {
  server.on(listWebhookDeliveries, () => UNREACHABLE)
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Deliveries, erp.example.com' }))
  expect(await screen.findByText('The deliveries could not be loaded.')).toBeVisible()
  server.on(listWebhooks, () => UNREACHABLE)
  open()
  expect(await screen.findByText('The webhooks could not be loaded.')).toBeVisible()
})
