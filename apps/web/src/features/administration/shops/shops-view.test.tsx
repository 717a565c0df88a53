import { getPermission } from '@postroom/contract/identity'
import { listSendingRules, previewSendingRules, saveSendingRules } from '@postroom/contract/sending-rule'
import { connectShop, importOrders, listShops, removeShop, testShop, type Shop } from '@postroom/contract/shop'
import { listShippers } from '@postroom/contract/shipment-shippers'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { aShipment } from '../../../testing/a-shipment.ts'
import { SHOP } from '../../../testing/an-administration.ts'
import { pageOf } from '../../../testing/answers.ts'
import { server, UNREACHABLE } from '../../../testing/fake-server.ts'
import { pass, useMovedClock } from '../../../testing/moved-clock.ts'
import { openPage } from '../../../testing/open-page.tsx'

const SENDER = { id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c09', alias: 'Bindery', address: aShipment().from }

let shops: Shop[]
beforeEach(() => {
  shops = [SHOP]
  server.on(getPermission, () => ({ permissions: ['administration'], roles: [], products: [], custom_data: {} }))
  server.on(listShops, () => ({ data: shops }))
  server.on(listShippers, () => pageOf([SENDER]))
  server.on(listSendingRules, () => ({
    rules: [{ destination: 'uk' as const, over_pence: 50_00, service: '1SF' as const }],
  }))
  server.on(previewSendingRules, ({ body: { rules } }) => ({
    orders: 12,
    rules: rules.map((_rule, place) => ({ count: 5 - place, examples: ['#1044'] })),
    rest: { count: 3, examples: ['#1041'] },
  }))
})
const open = () => openPage('/app/administration?view=shops')

it('says when the orders came last, and what went wrong', async () => {
  shops = [
    SHOP,
    { ...SHOP, id: SENDER.id, name: 'Cards', kind: 'shopify', trouble: 'refused', reports: { waiting: 2, failed: 1 } },
  ]
  open()
  expect(await screen.findByText(/^Orders imported 27 Nov 2026/)).toBeVisible()
  expect(screen.getByText(/does not accept the key/)).toBeVisible()
  expect(screen.getByText('2 shipments are still to be reported to the shop.')).toBeVisible()
  expect(screen.getByText(/^1 shipment could not be reported/)).toBeVisible()
})

it('without a shop it offers to connect one; a refused key stays typed, an accepted one closes the form', async () => {
  shops = []
  const answers = ['refused', 'connected'] as const
  let asked = 0
  const calls = server.on(connectShop, () => ({ result: answers[asked++]! }))
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Connect a shop' }))
  await user.click(screen.getByRole('button', { name: 'Check and connect' }))
  expect(await screen.findByText('Enter a name of up to 40 characters.')).toBeVisible()
  expect(calls).toHaveLength(0)
  await user.click(screen.getByRole('radio', { name: 'Shopify' }))
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Cards')
  await user.type(screen.getByRole('textbox', { name: 'Address' }), 'https://cards.myshopify.com')
  await user.type(screen.getByLabelText('Access token'), 'shpat_1')
  await user.click(screen.getByRole('button', { name: 'Check and connect' }))
  expect(await screen.findByText(/^Nothing was changed. The shop does not accept the key/)).toBeVisible()
  expect(screen.getByLabelText('Access token')).toHaveValue('shpat_1')
  await user.click(screen.getByRole('button', { name: 'Check and connect' }))
  await waitFor(() => expect(screen.queryByLabelText('Access token')).toBeNull())
  expect(calls[1]!.body).toMatchObject({
    kind: 'shopify',
    name: 'Cards',
    access_token: 'shpat_1',
    from: { city: SENDER.address.city },
  })
})

it('without a sender it leads to the senders', async () => {
  shops = []
  server.on(listShippers, () => pageOf([]))
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Connect a shop' }))
  expect(await screen.findByRole('link', { name: 'To the senders' })).toBeVisible()
})

it('imports now', async () => {
  const imports = server.on(importOrders, () => SHOP)
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Import now, Bindery' }))
  await waitFor(() => expect(imports).toHaveLength(1))
})

it('removes a shop after a question', async () => {
  const removals = server.on(removeShop, ({ params }) => {
    shops = []
    return params
  })
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Remove, Bindery' }))
  const question = within(await screen.findByRole('alertdialog'))
  await user.click(question.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('No shop is connected')).toBeVisible()
  expect(removals).toHaveLength(1)
})

it.each([
  ['connected', 'The shop accepts the key.'],
  ['refused', 'The shop does not accept the key, or the key may not do this.'],
] as const)('tests a key: %s', async (result, said) => {
  const calls = server.on(testShop, () => ({ result }))
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Test, Bindery' }))
  expect(await screen.findByText(said)).toBeVisible()
  expect(calls).toMatchObject([{ params: { shopId: SHOP.id } }])
})

it('a shop whose first import runs says so, and is asked about again until it has ended', async () => {
  useMovedClock()
  const { imported_at: _none, ...importing } = SHOP
  shops = [importing]
  open()
  expect(await screen.findByText('The first import is in progress')).toBeVisible()
  shops = [SHOP]
  await pass(6)
  expect(await screen.findByText(/^Orders imported 27 Nov 2026/)).toBeVisible()
})

it('names the shipments that would not be reported before a shop is removed, and removes none on Cancel', async () => {
  shops = [{ ...SHOP, trouble: 'unreachable', reports: { waiting: 2, failed: 0 } }]
  const calls = server.on(removeShop, ({ params }) => ({ shopId: params.shopId }))
  const user = open()
  expect(await screen.findByText(/Last complete import: 27 Nov 2026/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Remove, Bindery' }))
  const question = within(screen.getByRole('alertdialog', { name: 'Remove Bindery?' }))
  expect(question.getByText('2 shipments would not be reported to the shop any more.')).toBeVisible()
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(calls).toEqual([])
})

it('rules are typed, ordered and saved; each says what it would have done', async () => {
  const saved = server.on(saveSendingRules, ({ body }) => body)
  const user = open()
  expect(await screen.findByText('In the last seven days: 5 orders, such as #1044')).toBeVisible()
  expect(screen.getByText('No rule fits 3 orders, such as #1041. 12 orders came in the last seven days.')).toBeVisible()
  const save = screen.getByRole('button', { name: 'Save the rules' })
  expect(save).toBeDisabled()
  await user.click(screen.getByRole('button', { name: 'Add a rule' }))
  const second = within(screen.getByRole('listitem', { name: 'Rule 2' }))
  const weight = second.getByRole('textbox', { name: /^Weight up to/ })
  await user.type(weight, 'much')
  expect(second.getByText('Enter a weight, such as 2 kg.')).toBeVisible()
  expect(save).toBeDisabled()
  await user.clear(weight)
  await user.type(weight, '2 kg')
  await user.click(second.getByRole('button', { name: 'Move up, Rule 2' }))
  await user.click(save)
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]!.body).toEqual({
    rules: [
      { destination: 'uk', max_grams: 2000, service: 'TR48' },
      { destination: 'uk', over_pence: 50_00, service: '1SF' },
    ],
  })
})

it('says when shops cannot be loaded', async () => {
  server.on(listShops, () => UNREACHABLE)
  open()
  expect(await screen.findByText('The shops could not be loaded.')).toBeVisible()
})
