import { listPending, updatePending } from '@postroom/contract/shipment-pending'
import { processShipment } from '@postroom/contract/shipment'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { aQueued, withQueue } from '../../../testing/a-queued.ts'
import { Refusal, server } from '../../../testing/fake-server.ts'
import { answerMailroom, pairPrintingDevice } from '../../../testing/mailroom.ts'
import { pass, useMovedClock } from '../../../testing/moved-clock.ts'
import { openPage } from '../../../testing/open-page.tsx'
import { fill, priced, summary } from '../../../testing/shipping-form.ts'
import { openToast } from '../../../ui/toast-queue.ts'

const DEV = { id: 'c6c2f3c0-5d0c-4f7e-9a55-0a6f4c6f2b99', fullname: 'Dev Patel' }
const inAMinute = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
let calls: ReturnType<typeof answerMailroom>
beforeEach(() => {
  calls = answerMailroom()
  pairPrintingDevice()
})

it('without a number in the address it asks for one, and the way back leads to the queue', async () => {
  openPage('/app/mailroom/shipping')
  expect(await screen.findByRole('textbox', { name: /^Number on the item/ })).toHaveFocus()
  expect(screen.getByRole('textbox', { name: /^Number on the item/ })).toHaveAttribute('maxlength', '20')
  expect(screen.getByRole('link', { name: 'Back to the queue' })).toHaveAttribute('href', '/app/mailroom')
})

it('says that a parcel could not be loaded, without a toast, and loads it when asked', async () => {
  server.on(listPending, () => new Refusal('try_again'))
  const user = openPage('/app/mailroom/shipping?code=K-1')
  expect(await screen.findByText('The parcel could not be loaded.')).toBeVisible()
  expect(openToast()).toBeUndefined()
  withQueue([aQueued(1)])
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('region', { name: 'To' })).toHaveTextContent('Person 1')
})

it('opens a row of a colleague once their claim has ended, when asked', async () => {
  useMovedClock()
  withQueue([aQueued(1, { claimed_by: { ...DEV, until: inAMinute(60) } })])
  const user = openPage('/app/mailroom/shipping?code=K-1')
  const again = await screen.findByRole('button', { name: 'Try again' })
  await pass(61)
  await user.click(again)
  expect(await screen.findByRole('region', { name: 'To' })).toHaveTextContent('Person 1')
})

it('typing renews the claim after a minute, and leaving the page releases it', async () => {
  useMovedClock()
  withQueue([aQueued(1)])
  const user = openPage('/app/mailroom/shipping?code=K-1')
  await screen.findByRole('region', { name: 'To' })
  await pass(1)
  expect(calls.claims).toHaveLength(1)
  fill('weight', '300g')
  await pass(1)
  expect(calls.claims).toHaveLength(1)
  await pass(61)
  fill('weight', '310g')
  await pass(1)
  expect(calls.claims).toHaveLength(2)
  await user.click(screen.getByRole('link', { name: 'Back to the queue' }))
  await waitFor(() => expect(calls.releases.map(({ params }) => params.pending_id)).toEqual(['pending-1']))
})

it.each([
  ['pending_claimed', 'A colleague is working on this shipment now.'],
  ['not_found', 'It has left the queue meanwhile: a colleague has bought or removed it.'],
] as const)('a correction refused with %s buys nothing and says why', async (code, text) => {
  withQueue([aQueued(1)])
  server.on(updatePending, () => new Refusal(code))
  const sold = server.on(processShipment, () => new Refusal('try_again'))
  const user = openPage('/app/mailroom/shipping?code=K-1')
  await screen.findByRole('region', { name: 'To' })
  await user.click(within(summary()).getByRole('button', { name: 'Save without buying' }))
  expect(await screen.findByText('Nothing was saved or bought')).toBeVisible()
  expect(screen.getByText(text)).toBeVisible()
  expect(sold).toEqual([])
})

it('reads the row again after a refused purchase: a rejected one returns under another id', async () => {
  withQueue([aQueued(1)])
  server.on(updatePending, () => aQueued(1, { version: 2 }))
  server.on(processShipment, () => new Refusal('insufficient_funds'))
  const user = openPage('/app/mailroom/shipping?code=K-1')
  await screen.findByRole('region', { name: 'To' })
  fill('weight', '300g')
  await waitFor(priced)
  const asked = server.on(listPending, () => new Refusal('try_again'))
  await user.click(within(summary()).getByRole('button', { name: 'Buy and print' }))
  await waitFor(() => expect(asked.map(({ query }) => query.code)).toContain('K-1'))
})
