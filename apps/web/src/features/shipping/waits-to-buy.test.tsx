import { listCarrierAccounts } from '@postroom/contract/carrier'
import { listHubs } from '@postroom/contract/hub'
import { rateShipment } from '@postroom/contract/rate'
import { getShipment } from '@postroom/contract/shipment'
import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { account, answerAsUsual, pageOf, ratesOf } from '../../testing/answers.ts'
import { aShipment } from '../../testing/a-shipment.ts'
import { Refusal, server, UNREACHABLE } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'
import { readyToBuy } from '../../testing/ready-to-buy.ts'
import { fill, fillLargeLetter, priced, ready, summary } from '../../testing/shipping-form.ts'

const ctrlEnter = () => void fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true })
const reasons = () => screen.getByRole('group', { name: 'What to know before buying' })

/** Answers the next price requests only when `release` is called. */
function holdPrices() {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.on(rateShipment, async (request) => {
    await promise
    return ratesOf(request)
  })
  return resolve
}

it('waits for the prices when Buy is pressed while they load, then buys once at the same price', async () => {
  const { purchases, prints } = readyToBuy()
  await fillLargeLetter()
  const release = holdPrices()
  fill('weight', '140g')
  ctrlEnter()
  await new Promise((done) => setTimeout(done, 400))
  expect(purchases).toEqual([])
  expect(screen.getAllByText('Getting ready to buy…')).not.toHaveLength(0)
  release()
  await waitFor(() => expect(prints).toHaveLength(1))
  expect(purchases.map(({ body }) => body.charges?.total_charge)).toEqual([190])
})

it('shows another price than the one on screen first, and buys it only when Buy is pressed again', async () => {
  const { purchases, prints } = readyToBuy()
  await fillLargeLetter()
  const release = holdPrices()
  fill('weight', '300g')
  ctrlEnter()
  release()
  expect(await within(reasons()).findByText(/^The price is now £2\.\d\d\. Check it/)).toBeVisible()
  expect(purchases).toEqual([])
  ctrlEnter()
  await waitFor(() => expect(prints).toHaveLength(1))
  expect(purchases).toHaveLength(1)
})

it('does not buy an item that was changed while it waited', async () => {
  const { purchases } = readyToBuy()
  await fillLargeLetter()
  const release = holdPrices()
  fill('weight', '140g')
  ctrlEnter()
  expect((await screen.findAllByText('Getting ready to buy…'))[0]).toBeVisible()
  fill('weight', '150g')
  release()
  await waitFor(priced)
  expect(screen.queryByText('Getting ready to buy…')).toBeNull()
  expect(purchases).toEqual([])
})

it('moves the focus to the failure of the prices, and fetches them again when asked or when the connection is back', async () => {
  readyToBuy()
  await fillLargeLetter()
  server.on(rateShipment, () => UNREACHABLE)
  fill('weight', '140g')
  expect(await within(reasons()).findByText('Prices could not be fetched')).toBeVisible()
  ctrlEnter()
  await waitFor(() => expect(reasons()).toHaveFocus())
  const asked = server.on(rateShipment, () => UNREACHABLE)
  fireEvent.click(within(reasons()).getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(asked.length).toBeGreaterThan(0))
  await within(reasons()).findByText('Prices could not be fetched')
  answerAsUsual()
  dispatchEvent(new Event('online'))
  await waitFor(() => expect(within(summary()).getAllByText('£1.90')).not.toHaveLength(0))
})

it('waits for the shipment to send again, then for its price, and buys it once', async () => {
  const { purchases, prints } = readyToBuy()
  const sent = aShipment({ service: '1SF' })
  const { promise, resolve } = Promise.withResolvers<void>()
  server.on(getShipment, async () => {
    await promise
    return sent
  })
  openPage(`/app/shipping-single?again=${sent.id}`)
  await ready()
  ctrlEnter()
  expect((await screen.findAllByText('Getting ready to buy…'))[0]).toBeVisible()
  expect(screen.queryByRole('alert', { name: 'There is a problem' })).toBeNull()
  resolve()
  await waitFor(() => expect(prints).toHaveLength(1))
  expect(purchases.map(({ body }) => [body.service, body.to.name])).toEqual([['1SF', sent.to.name]])
})

it('says what is missing when the shipment to send again is not found', async () => {
  const { purchases } = readyToBuy()
  server.on(getShipment, () => new Refusal('not_found'))
  openPage(`/app/shipping-single?again=${aShipment().id}`)
  await ready()
  ctrlEnter()
  expect(await screen.findByRole('alert', { name: 'There is a problem' })).toHaveFocus()
  expect(purchases).toEqual([])
})

it.each(['account', 'device manager'] as const)(
  'waits for the %s that is still loading, then buys once',
  async (late) => {
    const { device, purchases, prints } = readyToBuy()
    const { promise, resolve } = Promise.withResolvers<void>()
    const lateList =
      <Item,>(item: Item) =>
      async () => {
        await promise
        return pageOf([item])
      }
    if (late === 'account') server.on(listCarrierAccounts, lateList(account))
    else server.on(listHubs, lateList(device.hub))
    await fillLargeLetter()
    ctrlEnter()
    expect((await screen.findAllByText('Getting ready to buy…'))[0]).toBeVisible()
    expect(purchases).toEqual([])
    resolve()
    await waitFor(() => expect(prints).toHaveLength(1))
    expect(purchases).toHaveLength(1)
  },
)
