import { findPurchase } from '@postroom/contract/shipment'
import { screen, waitFor } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { aShipment } from '../../testing/a-shipment.ts'
import { Refusal, server } from '../../testing/fake-server.ts'
import { pass, useMovedClock } from '../../testing/moved-clock.ts'
import { openPage } from '../../testing/open-page.tsx'
import { button, inSummary, KEY, readyToBuy, reportJob, SHIPMENT } from '../../testing/ready-to-buy.ts'
import { field, fill } from '../../testing/shipping-form.ts'

const STORED = '9f0b6c52-1c7c-4a39-8df5-0f6a0f9b8c11'
const openWithPurchase = (path = '/app/shipping-single') => {
  sessionStorage.setItem(KEY, `${STORED} a-hash`)
  return openPage(path)
}

it('finds a purchase from before a reload, and prints its label once', async () => {
  const { device, prints } = readyToBuy()
  const looks = server.on(findPurchase, () => SHIPMENT)
  openWithPurchase()
  expect(await screen.findByText('Your last purchase went through')).toBeVisible()
  expect(looks.map(({ params }) => params.pending_id)).toEqual([STORED])
  expect(inSummary().getByText(/^2nd Class, £0\.91\./)).toBeVisible()
  fill('who', 'Somebody else')
  button('Print the label').click()
  await waitFor(() => expect(prints).toHaveLength(1))
  expect(prints[0]?.job_id).toBe(`${SHIPMENT.id}:first:label`)
  await waitFor(() => expect(inSummary().queryByRole('button', { name: 'Print the label' })).toBeNull())
  reportJob(device, prints[0]!.job_id, 'printed')
  expect(await screen.findByText('The label is printed.')).toBeVisible()
  // the form may hold the next shipment
  expect(field('who')).toHaveValue('Somebody else')
  expect(sessionStorage.getItem(KEY)).toBeNull()
})

it('dismisses a purchase from before a reload, and names its documents', async () => {
  readyToBuy()
  const abroad = { form: 'cn22', reason: 'within_cn22', invoice: false } as const
  server.on(findPurchase, () => aShipment({ customs_form: abroad }))
  openWithPurchase()
  expect(await screen.findByRole('button', { name: 'Print label and customs form' })).toBeVisible()
  button('Dismiss').click()
  await waitFor(() => expect(screen.queryByText('Your last purchase went through')).toBeNull())
  expect(sessionStorage.getItem(KEY)).toBeNull()
})

it('checks twice for a purchase from before a reload before it says that nothing was bought', async () => {
  useMovedClock()
  readyToBuy()
  const looks = server.on(findPurchase, () => new Refusal('not_found'))
  openWithPurchase()
  expect(await screen.findByText('We are checking your last purchase')).toBeVisible()
  expect(screen.getByRole('progressbar', { name: /^You left this page/ })).toBeVisible()
  await waitFor(() => expect(looks).toHaveLength(1))
  await pass(1)
  expect(looks).toHaveLength(1)
  await pass(2)
  expect(await screen.findByText(/^Your last purchase did not go through\./)).toBeVisible()
  expect(looks).toHaveLength(2)
  expect(sessionStorage.getItem(KEY)).toContain(STORED)
  expect(screen.queryByText(/Error ID/)).toBeNull()
  button('Dismiss').click()
  await waitFor(() => expect(screen.queryByText(/^Your last purchase did not/)).toBeNull())
  expect(sessionStorage.getItem(KEY)).toBeNull()
})
