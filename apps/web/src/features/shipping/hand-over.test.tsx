import { savePending } from '@postroom/contract/shipment-pending'
import { listCostCenters } from '@postroom/contract/shipment-references'
import { screen, waitFor } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { aQueued } from '../../testing/a-queued.ts'
import { pageOf } from '../../testing/answers.ts'
import { server } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'
import { field, fill, fillLargeLetter, ready } from '../../testing/shipping-form.ts'

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
