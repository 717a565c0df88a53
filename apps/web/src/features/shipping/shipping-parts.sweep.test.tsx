import { screen, waitFor } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { pairDevice } from '../../testing/fake-device.ts'
import { openPage } from '../../testing/open-page.tsx'
import { button, inSummary } from '../../testing/ready-to-buy.ts'
import { field, fill, fillLargeLetter, ready } from '../../testing/shipping-form.ts'

it('switches to the cheaper format of the advice', async () => {
  pairDevice()
  const user = await fillLargeLetter()
  fill('weight', '90g')
  expect(inSummary().queryByText(/Save \d/)).toBeNull()
  fill('length', '24')
  fill('width', '16')
  fill('height', '0.4')
  expect(await inSummary().findByText(/^Letter: £\d\.\d\d\. Save \d\dp\.$/)).toBeVisible()
  await user.click(button('Switch'))
  await waitFor(() => expect(screen.getByRole('radio', { name: /^Letter/ })).toBeChecked())
})

it('shows total and Buy button at the foot of a phone once there is a price', async () => {
  pairDevice()
  const user = openPage('/app/shipping-single?packaging=letter')
  await ready()
  expect(screen.getAllByRole('button', { name: 'Buy and print' })).toHaveLength(1)
  expect(inSummary().getByText('Enter the weight to see the prices.')).toBeVisible()
  expect(inSummary().getByText('Total').parentElement).toHaveTextContent(/^Total$/)
  expect(button('Test print')).toBeDisabled()
  await user.type(field('weight'), '50')
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Buy and print' })).toHaveLength(2))
  await waitFor(() => expect(button('Test print')).toBeEnabled())
})

it('takes the weight from the scale', async () => {
  const device = pairDevice()
  const user = openPage('/app/shipping-single?packaging=letter')
  await ready()
  await screen.findByText('Reception PC · 1 printer ready')
  expect(screen.queryByRole('button', { name: 'Use the weight on the scale' })).toBeNull()
  const scale = { id: 's', name: 'Scale', at: '2026-11-22T09:00:00.000Z' }
  device.report({ type: 'scale', scale: { ...scale, state: 'zero' } })
  const take = await screen.findByRole('button', { name: 'Use the weight on the scale' })
  expect(screen.getByText('Nothing is on the scale.')).toBeVisible()
  expect(take).toBeDisabled()
  device.report({ type: 'scale', scale: { ...scale, state: 'moving' } })
  expect(await screen.findByText('Waiting for the scale to settle.')).toBeVisible()
  expect(take).toBeEnabled()
  device.report({ type: 'scale', scale: { ...scale, state: 'fault', fault: 'over_limit' } })
  expect(await screen.findByText('This is too heavy for the scale.')).toBeVisible()
  expect(take).toBeDisabled()
  device.report({ type: 'scale', scale: { ...scale, state: 'weight', grams: 53 } })
  expect(await screen.findByText('On the scale: 53 g')).toBeVisible()
  await user.click(take)
  expect(field('weight')).toHaveValue('53')
  expect(screen.getByText('53 g read from the scale')).toBeVisible()
})
