import { getPermission } from '@postroom/contract/identity'
import { listSendingRules, previewSendingRules, type SendingRuleFields } from '@postroom/contract/sending-rule'
import { listShippers } from '@postroom/contract/shipment-shippers'
import { connectShop, importOrders, listShops, removeShop, testShop, type Shop } from '@postroom/contract/shop'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '../../../api/query-client.ts'
import { aShipment } from '../../../testing/a-shipment.ts'
import { SHOP } from '../../../testing/an-administration.ts'
import { pageOf } from '../../../testing/answers.ts'
import { Refusal, server } from '../../../testing/fake-server.ts'
import { pass, useMovedClock } from '../../../testing/moved-clock.ts'
import { openPage } from '../../../testing/open-page.tsx'

const SENDERS = ['Bindery', 'Editions'].map((alias, place) => {
  const address = { ...aShipment().from, city: `${alias} town` }
  return { id: `7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c1${place}`, alias, address }
})
const { imported_at: _at, ...NEVER } = SHOP

let shops: Shop[]
let rules: SendingRuleFields[]
beforeEach(() => {
  shops = [SHOP]
  rules = [
    { destination: 'uk', service: '1SF' },
    { destination: 'uk', service: 'TR24' },
  ]
  server.on(getPermission, () => ({ permissions: ['administration'], roles: [], products: [], custom_data: {} }))
  server.on(listShops, () => ({ data: shops }))
  server.on(listShippers, () => pageOf(SENDERS))
  server.on(listSendingRules, () => ({ rules }))
  server.on(previewSendingRules, () => ({ orders: 0, rules: [], rest: { count: 0, examples: [] } }))
})
const shopRow = () => within(screen.getByRole('region', { name: 'Online shops' })).getByRole('listitem')
const open = () => openPage('/app/administration?view=shops')

it.each([
  [0, 'primary'],
  [1, 'secondary'],
])('with %i shops the button that connects one is %s', async (count, look) => {
  shops = [SHOP].slice(0, count)
  const user = open()
  const [button, ...others] = await screen.findAllByRole('button', { name: 'Connect a shop' })
  expect(others).toEqual([])
  expect(button!.className).toContain(`_${look}_`)
  expect(screen.queryByText('No shop is connected') !== null).toBe(count === 0)
  expect(screen.queryByRole('region', { name: 'How orders are sent' }) !== null).toBe(count > 0)
  const card = within(screen.getByRole('region', { name: 'Online shops' }))
  expect(card.queryAllByRole('list')).toHaveLength(count)
  await user.click(button!)
  expect(screen.queryByRole('button', { name: 'Connect a shop' })).toBeNull()
  expect(screen.queryByText('No shop is connected')).toBeNull()
  expect(screen.queryAllByRole('button', { name: 'Import now, Bindery' })).toHaveLength(count)
})

it.each([
  [SHOP, 'Orders imported 27 Nov 2026, 09:15', 'good'],
  [NEVER, 'The first import is in progress', 'neutral'],
  [{ ...SHOP, trouble: 'busy' as const }, /^The shop is busy.* Last complete import: 27 Nov 2026, 09:15\.$/, 'warn'],
  [{ ...NEVER, trouble: 'busy' as const }, /^The shop is busy\. It is asked again by itself\. ?$/, 'warn'],
])('the shop %o says: %s', async (shop, text, tone) => {
  shops = [shop]
  open()
  const said = await screen.findByText(text)
  expect(said.closest(`[class*=_${tone}_]`)).not.toBeNull()
  expect(shopRow()).toHaveTextContent('Bindery WooCommerce, https://shop.bindery.example')
  expect(screen.queryByText(/still to be reported|could not be reported/)).toBeNull()
})

it('the shops are read again every five seconds, and after each act', async () => {
  useMovedClock()
  const calls = server.on(listShops, () => ({ data: shops }))
  open()
  await screen.findByText(/^Orders imported/)
  // a busy machine may have asked again already
  const before = calls.length
  await pass(5)
  expect(calls).toHaveLength(before + 1)
  await pass(5)
  expect(calls).toHaveLength(before + 2)
})

it.each([
  ['Import now, Bindery', importOrders, SHOP, null],
  ['Test, Bindery', testShop, { result: 'connected' }, 'good'],
  ['Test, Bindery', testShop, { result: 'busy' }, 'error'],
] as const)('%s is of this shop, and the list is read again', async (name, endpoint, answer, tone) => {
  const lists = server.on(listShops, () => ({ data: shops }))
  const calls = server.on(endpoint, () => answer as never)
  const user = open()
  await user.click(await screen.findByRole('button', { name }))
  await waitFor(() => expect(lists).toHaveLength(2))
  expect(calls).toEqual([{ params: { shopId: SHOP.id } }])
  const row = within(shopRow())
  if (tone) expect(row.getByRole(tone === 'good' ? 'status' : 'alert').className).toContain(`_${tone}_`)
  for (const role of ['alert', 'status']) if (!tone) expect(row.queryByRole(role)).toBeNull()
})

it('a shop that cannot be removed keeps the question; then it is removed, and nothing waits', async () => {
  server.on(removeShop, () => new Refusal('try_again'))
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Remove, Bindery' }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.queryByText(/would not be reported/)).toBeNull()
  await user.click(question.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText(/Error ID: try_again/)).toBeVisible()
  await waitFor(() => expect(queryClient.isMutating()).toBe(0))
  const calls = server.on(removeShop, ({ params }) => params)
  await user.click(question.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(calls).toEqual([{ params: { shopId: SHOP.id } }])
})

async function openForm() {
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Connect a shop' }))
  const form = within((await screen.findByRole('button', { name: 'Check and connect' })).closest('form')!)
  await waitFor(() => expect(form.getByRole('button', { name: /Sent from$/ })).toHaveTextContent('Bindery'))
  return { user, form, connect: () => user.click(form.getByRole('button', { name: 'Check and connect' })) }
}

const fields = () =>
  [...document.querySelectorAll<HTMLInputElement>('form input:not([type=radio])')]
    .filter(({ name }) => /^(name|url|consumer|access)/.test(name))
    .map(({ name, type }) => `${name} ${type}`)

describe('the form of a shop', () => {
  it('asks for the secrets of its kind, hidden, and says where they are', async () => {
    const { user, form } = await openForm()
    expect(form.getAllByRole('radio').map((kind) => kind.closest('label')!.textContent)).toEqual([
      'WooCommerce',
      'Shopify',
    ])
    expect(fields()).toEqual(['name text', 'url text', 'consumer_key password', 'consumer_secret password'])
    expect(form.getByText('The address of WordPress, such as https://shop.example.com')).toBeVisible()
    expect(form.getByText('WooCommerce shows it once, together with the key.')).toBeVisible()
    expect(form.getByText('As it is called in the queue.')).toBeVisible()
    await user.click(form.getByRole('radio', { name: 'Shopify' }))
    expect(fields()).toEqual(['name text', 'url text', 'access_token password'])
    expect(form.getByText('Such as https://example.myshopify.com')).toBeVisible()
    expect(form.getByText(/^Of an app of your shop/)).toBeVisible()
  })

  it('complains of each field, until it is right', async () => {
    server.on(connectShop, () => ({ result: 'busy' as const }))
    const { user, form, connect } = await openForm()
    await connect()
    expect(form.getByText('Enter a name of up to 40 characters.')).toBeVisible()
    expect(form.getByText('Enter the address with https://.')).toBeVisible()
    expect(form.getAllByText('Enter it as the shop shows it, without spaces.')).toHaveLength(2)
    expect(form.queryByText('Choose a sender with a complete address.')).toBeNull()
    for (const name of ['Consumer key', 'Consumer secret']) await user.type(form.getByLabelText(name), 'ck_1')
    await user.type(form.getByLabelText('Name'), 'Cards')
    await user.type(form.getByLabelText('Address'), ' https://cards.example ')
    await connect()
    expect(await form.findByRole('alert')).toHaveTextContent('Nothing was changed. The shop is busy.')
    expect(form.queryByText(/^Enter /)).toBeNull()
  })

  it('sends from the first sender, or from the one that was chosen', async () => {
    const calls = server.on(connectShop, () => ({ result: 'refused' as const }))
    const { user, form, connect } = await openForm()
    for (const name of ['Consumer key', 'Consumer secret']) await user.type(form.getByLabelText(name), 'ck_1')
    await user.type(form.getByLabelText('Name'), 'Cards')
    await user.type(form.getByLabelText('Address'), ' https://cards.example ')
    await connect()
    await form.findByRole('alert')
    await user.click(form.getByRole('button', { name: /Sent from$/ }))
    await user.click(screen.getByRole('option', { name: 'Editions' }))
    await connect()
    await waitFor(() => expect(calls).toHaveLength(2))
    const asked = { kind: 'woocommerce', name: 'Cards', url: 'https://cards.example', consumer_key: 'ck_1' }
    for (const { body } of calls) expect(body).toMatchObject({ ...asked, consumer_secret: 'ck_1' })
    expect(calls.map(({ body }) => body.from.city)).toEqual(['Bindery town', 'Editions town'])
  })

  it('needs a sender', async () => {
    server.on(listShippers, () => new Promise<never>(() => {}))
    const user = open()
    await user.click(await screen.findByRole('button', { name: 'Connect a shop' }))
    await user.click(await screen.findByRole('button', { name: 'Check and connect' }))
    expect(screen.getByText('Choose a sender with a complete address.')).toBeVisible()
  })
})

it('without a sender the form leads to where they are saved', async () => {
  server.on(listShippers, () => pageOf([]))
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Connect a shop' }))
  expect(await screen.findByRole('link', { name: 'To the senders' })).toHaveAttribute(
    'href',
    '/app/mailing-system-setting',
  )
  expect(screen.queryByRole('button', { name: 'Check and connect' })).toBeNull()
})
