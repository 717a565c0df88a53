import { getPermission } from '@postroom/contract/identity'
import {
  changeWebhook,
  createWebhook,
  listWebhooks,
  removeWebhook,
  renewWebhookSecret,
  testWebhook,
  type Webhook,
} from '@postroom/contract/webhook'
import { WEBHOOK_EVENTS } from '@postroom/contract/webhook-event'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '../../../api/query-client.ts'
import { HOOK } from '../../../testing/an-administration.ts'
import { Refusal, server } from '../../../testing/fake-server.ts'
import { pass, useMovedClock } from '../../../testing/moved-clock.ts'
import { openPage } from '../../../testing/open-page.tsx'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const numbered = (place: number) => `7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c${place + 10}`

let hooks: Webhook[]
beforeEach(() => {
  hooks = [HOOK]
  server.on(getPermission, () => ({ permissions: ['administration'], roles: [], products: [], custom_data: {} }))
  server.on(listWebhooks, () => ({ data: hooks }))
})
const open = () => openPage('/app/administration?view=webhooks')
async function choose(user: ReturnType<typeof open>, act: string) {
  await user.click(await screen.findByRole('button', { name: 'More, erp.example.com' }))
  await user.click(await screen.findByRole('menuitem', { name: act }))
}

it.each([
  [0, 'primary', null],
  [1, 'secondary', null],
  [9, 'secondary', null],
  [10, undefined, '10 webhooks are the most there can be.'],
])('with %i webhooks the button that adds one is %s', async (count, look, full) => {
  hooks = Array.from({ length: count }, (_, place) => ({ ...HOOK, id: numbered(place) }))
  open()
  await screen.findByRole('region', { name: 'Webhooks' })
  const buttons = screen.queryAllByRole('button', { name: 'Add a webhook' })
  expect(buttons.map(({ className }) => className.includes(`_${look}_`))).toEqual(look ? [true] : [])
  expect(screen.queryByText('No webhook yet') !== null).toBe(count === 0)
  expect(screen.queryByText(/the most there can be/)?.textContent ?? null).toBe(full)
})

it.each([
  [{}, 'On', 'good'],
  [{ failing_since: '2026-11-26T09:00:00.000Z' }, /^Nothing has been accepted since 26 Nov 2026, 09:00/, 'warn'],
  [{ state: 'paused', failing_since: '2026-11-26T09:00:00.000Z' }, /^Paused/, 'neutral'],
  [{ state: 'off' }, /^Switched off/, 'error'],
] as const)('a webhook with %o is shown as %s, in the tone %s', async (part, word, tone) => {
  hooks = [{ ...HOOK, ...part }]
  open()
  expect((await screen.findByText(word)).className).toContain(`_${tone}_`)
  const row = within(screen.getByRole('listitem'))
  expect(row.getByText('Shipment bought, Item delivered')).toBeVisible()
  expect(row.queryByText(/waiting|given up/)).toBeNull()
})

it('one of all events says so', async () => {
  hooks = [{ ...HOOK, events: [...WEBHOOK_EVENTS] }]
  open()
  expect(await screen.findByText('All events')).toBeVisible()
})

it('the list is read again every five seconds', async () => {
  useMovedClock()
  const calls = server.on(listWebhooks, () => ({ data: hooks }))
  open()
  await screen.findByText('On')
  await pass(4)
  expect(calls).toHaveLength(1)
  await pass(2)
  expect(calls).toHaveLength(2)
})

it.each([
  [{ accepted: true, status: 204 }, 'good', /status 204/],
  [{ accepted: false, trouble: 'unreadable' as const }, 'error', /^The stored secret/],
  [{ accepted: false }, 'error', /^There was no answer/],
])('the result %o of a test is shown in the tone %s', async (answer, tone, text) => {
  const lists = server.on(listWebhooks, () => ({ data: hooks }))
  const calls = server.on(testWebhook, () => answer)
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Test, erp.example.com' }))
  const notice = await screen.findByText(text)
  expect(notice.closest(`[role=${tone === 'good' ? 'status' : 'alert'}]`)?.className).toContain(`_${tone}_`)
  expect(calls).toEqual([{ params: { webhookId: HOOK.id } }])
  await waitFor(() => expect(lists).toHaveLength(2))
})

it.each([
  ['paused', 'Turn on', 'on'],
  ['off', 'Turn on', 'on'],
  ['on', 'Pause', 'paused'],
] as const)('one that is %s offers: %s', async (state, act, next) => {
  hooks = [{ ...HOOK, state }]
  const calls = server.on(changeWebhook, () => HOOK)
  const user = open()
  await choose(user, act)
  await waitFor(() => expect(calls).toMatchObject([{ params: { webhookId: HOOK.id }, body: { state: next } }]))
})

it.each([
  ['Remove', removeWebhook],
  ['New secret', renewWebhookSecret],
] as const)('the question of %s stays when it is refused', async (act, endpoint) => {
  const calls = server.on(endpoint, () => new Refusal('try_again'))
  const user = open()
  await choose(user, act)
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: act }))
  expect(await screen.findByText(/Error ID: try_again/)).toBeVisible()
  expect(screen.getAllByRole('alertdialog')).toHaveLength(1)
  expect(calls[0]).toEqual({ params: { webhookId: HOOK.id } })
})

it.each([
  ['Remove', removeWebhook, { webhookId: HOOK.id }],
  ['New secret', renewWebhookSecret, { webhook: HOOK, secret: SECRET }],
] as const)('the question of %s closes when it is done', async (act, endpoint, answer) => {
  server.on(endpoint, () => answer as never)
  const user = open()
  await choose(user, act)
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: act }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(screen.queryByText(SECRET) !== null).toBe(act === 'New secret')
})

describe('the form', () => {
  it('of a new webhook begins with every event, and ends with its secret', async () => {
    server.on(createWebhook, () => ({ webhook: HOOK, secret: SECRET }))
    const user = open()
    await user.click(await screen.findByRole('button', { name: 'Add a webhook' }))
    expect(screen.queryByRole('button', { name: 'Add a webhook' })).toBeNull()
    const url = screen.getByRole('textbox', { name: 'Address' })
    expect(url).toHaveValue('')
    expect(url).toHaveAttribute('maxlength', '500')
    expect(screen.queryAllByRole('checkbox', { checked: false })).toEqual([])
    await user.type(url, ` ${HOOK.url} `)
    await user.click(screen.getByRole('button', { name: 'Add the webhook' }))
    expect(await screen.findByText(SECRET)).toHaveFocus()
    expect(screen.queryByRole('textbox', { name: 'Address', hidden: true })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByText(SECRET)).toBeNull())
  })

  it('of a webhook is saved and closed, with an event more; a refusal keeps it', async () => {
    server.on(changeWebhook, () => new Refusal('webhook_address_refused'))
    const user = open()
    await choose(user, 'Change')
    await user.click(screen.getByRole('checkbox', { name: 'Low balance' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText(/Error ID: webhook_address_refused/)).toBeVisible()
    await waitFor(() => expect(queryClient.isMutating()).toBe(0))
    const calls = server.on(changeWebhook, () => HOOK)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull())
    expect(calls).toHaveLength(1)
    expect(calls[0]!.params).toEqual({ webhookId: HOOK.id })
    expect(calls[0]!.body.url).toBe(HOOK.url)
    expect(new Set(calls[0]!.body.events)).toEqual(new Set([...HOOK.events, 'balance.low']))
  })

  it('complains of address and events, each for itself', async () => {
    const user = open()
    await choose(user, 'Change')
    const url = screen.getByRole('textbox', { name: 'Address' })
    await user.clear(url)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(screen.getByText(/^Enter the address with https/)).toBeVisible()
    expect(screen.queryByText('Choose at least one event.')).toBeNull()
    await user.type(url, HOOK.url)
    for (const name of ['Shipment bought', 'Item delivered']) await user.click(screen.getByRole('checkbox', { name }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(screen.getByText('Choose at least one event.')).toHaveAttribute('role', 'alert')
    expect(screen.queryByText(/^Enter the address with https/)).toBeNull()
  })

  it('shows another webhook when that is changed', async () => {
    hooks = [HOOK, { ...HOOK, id: numbered(1), url: 'https://other.example.com/' }]
    const user = open()
    await choose(user, 'Change')
    await user.click(screen.getByRole('button', { name: 'More, other.example.com' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Change' }))
    expect(screen.getByRole('textbox', { name: 'Address' })).toHaveValue('https://other.example.com/')
  })
})
