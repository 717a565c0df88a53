import { savePending } from '@postroom/contract/shipment-pending'
import { listCostCenters } from '@postroom/contract/shipment-references'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { aQueued } from '../../testing/a-queued.ts'
import { pageOf } from '../../testing/answers.ts'
import { Refusal, server } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'
import { openToast } from '../../ui/toast-queue.ts'
import { field, fill, fillGift, fillLargeLetter, ready } from '../../testing/shipping-form.ts'

const SHOP = '0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a01'

it('hands an item without its weight to the mailroom, with a note and a cost centre, and shows its number', async () => {
  server.on(listCostCenters, () =>
    pageOf([{ id: SHOP, code: 'SHOP', name: 'Shop orders', is_active: true, version: '1' }]),
  )
  const saved = server.on(savePending, () => aQueued(41, { code: 'K-2041' }))
  const user = await fillLargeLetter()
  fill('weight', '')
  await user.click(screen.getByRole('button', { name: 'Send to mailroom' }))
  await user.type(await screen.findByRole('textbox', { name: /^Note/ }), 'Before noon, please')
  await user.click(await screen.findByRole('button', { name: /Cost centre/ }))
  await user.click(screen.getByRole('option', { name: 'Shop orders' }))
  await user.click(
    screen.getAllByRole('button', { name: 'Send to mailroom' }).find((one) => one.closest('[role=dialog]'))!,
  )
  expect(await screen.findByText('In the queue as K-2041')).toBeVisible()
  expect(saved.map(({ body }) => [body.note, body.costcenter, body.parcels, body.to.name])).toEqual([
    ['Before noon, please', [{ id: SHOP }], [{ number: 1, packaging: 'large_letter' }], 'Marguerite Llewellyn'],
  ])
  await waitFor(() => expect(field('who')).toHaveValue(''))
})

it('says what is missing while nobody is chosen', async () => {
  const user = openPage('/app/shipping-single')
  await ready()
  await user.click(screen.getByRole('button', { name: 'Send to mailroom' }))
  expect(await screen.findByRole('alert', { name: 'There is a problem' })).toHaveTextContent(/Address/)
  expect(screen.queryByRole('dialog')).toBeNull()
})

async function openDialog() {
  const user = await fillLargeLetter()
  await user.click(screen.getByRole('button', { name: 'Send to mailroom' }))
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Send to mailroom' })) }
}
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

it('asks for a note alone where there are no cost centres, and keeps the item when that is closed', async () => {
  const asked = server.on(listCostCenters, () => pageOf([]))
  const saved = server.on(savePending, () => aQueued(41))
  const { user, dialog } = await openDialog()
  expect(dialog.getByText(/^The mailroom weighs it/)).toBeVisible()
  const note = dialog.getByRole('textbox', { name: /^Note for the mailroom/ })
  expect(note).toHaveAttribute('maxlength', '200')
  expect(note).toHaveAttribute('spellcheck', 'true')
  expect(dialog.queryByRole('button', { name: /Cost centre/ })).toBeNull()
  expect(asked.at(-1)?.query).toMatchObject({ length: 100, is_active: 'true', orderBy: 'name' })
  await user.type(note, 'x')
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await isClosed()
  expect(saved).toEqual([])
  expect(field('weight')).toHaveValue('130g')
  await user.click(screen.getByRole('button', { name: 'Send to mailroom' }))
  expect(await screen.findByRole('textbox', { name: /^Note for the mailroom/ })).toHaveValue('')
})

it('hands an item over once, keeps it after a refusal, and says where it is until that is dismissed', async () => {
  const answered = Promise.withResolvers<Refusal>()
  const saved = server.on(savePending, () => answered.promise)
  const { user, dialog } = await openDialog()
  await user.type(dialog.getByRole('textbox', { name: /^Note/ }), ' Before noon ')
  const send = dialog.getByRole('button', { name: 'Send to mailroom' })
  await user.click(send)
  await waitFor(() => expect(send).toHaveAttribute('data-pending'))
  answered.resolve(new Refusal('try_again'))
  await waitFor(() => expect(openToast()).toMatchObject({ tone: 'error' }))
  await waitFor(() => expect(send).not.toHaveAttribute('data-pending'))
  expect(screen.queryByText(/^In the queue/)).toBeNull()
  expect(field('weight')).toHaveValue('130g')
  const { shipment } = aQueued(41)
  const to = { ...shipment.to, company_name: 'Hafren Books' }
  server.on(savePending, () => aQueued(41, { shipment: { ...shipment, to } }))
  await user.click(send)
  await isClosed()
  expect(saved[0]?.body.note).toBe('Before noon')
  expect(saved[0]?.body.costcenter ?? []).toEqual([])
  expect(await screen.findByText('Write K-41 on the item for Hafren Books.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Open the mailroom queue' })).toHaveAttribute('href', '/app/mailroom')
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(screen.queryByText(/^In the queue/)).toBeNull())
})

it.each([
  ['Send a letter', fillLargeLetter, 0],
  ['Send a parcel', fillGift, 1],
])('is titled ‘%s’, and asks for the contents of what goes abroad', async (name, open, customs) => {
  await open()
  expect(screen.getByRole('heading', { level: 1, name })).toBeVisible()
  expect(screen.queryAllByRole('region', { name: /customs/i })).toHaveLength(customs)
})
