import { getShipment, processShipment } from '@postroom/contract/shipment'
import { screen, waitFor } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { aShipment } from '../../testing/a-shipment.ts'
import { Refusal, server, UNREACHABLE } from '../../testing/fake-server.ts'
import { pass, useMovedClock } from '../../testing/moved-clock.ts'
import { button, inSummary, KEY, readyToBuy, reportJob, SHIPMENT } from '../../testing/ready-to-buy.ts'
import { field, fillLargeLetter, pressBuy } from '../../testing/shipping-form.ts'

it('test prints for nothing, and keeps the form', async () => {
  const { device, prints } = readyToBuy()
  const purchases = server.on(processShipment, () => aShipment({ status: 'test' }))
  const user = await fillLargeLetter()
  useMovedClock()
  const test = button('Test print')
  expect(test).toBeEnabled()
  await user.click(test)
  expect(await inSummary().findByText('Test print: no postage is bought')).toBeVisible()
  await waitFor(() => expect(purchases).toHaveLength(1))
  expect(prints).toEqual([])
  await pass(4)
  await waitFor(() => expect(prints).toHaveLength(1))
  expect(purchases[0]?.query).toMatchObject({ test: 'true' })
  expect(sessionStorage.getItem(KEY)).toBeNull()
  reportJob(device, prints[0]!.job_id, 'printed')
  expect(await inSummary().findByText('The test label is printed.')).toBeVisible()
  expect(field('to.name')).toHaveValue('Marguerite Llewellyn')
})

it.each([
  ['a refusal', new Refusal('service_not_in_plan'), /Error ID: service_not_in_plan/],
  ['an unreachable server', UNREACHABLE, /^The server cannot be reached/],
] as const)('announces %s of a test print', async (_what, answer, words) => {
  readyToBuy()
  server.on(processShipment, () => answer)
  const user = await fillLargeLetter()
  await user.click(button('Test print'))
  expect(await screen.findByText(words)).toBeVisible()
  await waitFor(() => expect(button('Test print')).toBeEnabled())
})

it('looks for a document every 3 s until it is drawn', async () => {
  const { prints } = readyToBuy()
  await fillLargeLetter()
  useMovedClock()
  const drawing = aShipment({ docs: [{ ...SHIPMENT.docs[0]!, status: 'pending' } as never] })
  server.on(processShipment, () => drawing)
  const looks = server.on(getShipment, () => drawing)
  pressBuy()
  expect(await inSummary().findByText(/^This document is being prepared/)).toBeVisible()
  expect(inSummary().getByRole('progressbar', { name: 'Loading' })).toBeVisible()
  const before = looks.length
  await pass(2)
  expect(looks).toHaveLength(before)
  server.on(getShipment, () => SHIPMENT)
  await pass(2)
  expect(await inSummary().findByRole('img', { name: /^Label:/ })).toBeInTheDocument()
  expect(inSummary().queryByText(/^This document is being prepared/)).toBeNull()
  expect(prints).toEqual([])
})

it('offers to load a document again after a failure, without announcing it', async () => {
  readyToBuy()
  await fillLargeLetter()
  server.on(getShipment, () => new Refusal('not_found'))
  pressBuy()
  expect(await inSummary().findByText('This document could not be loaded.')).toBeVisible()
  expect(screen.queryByText(/Error ID: not_found/)).toBeNull()
  server.on(getShipment, () => SHIPMENT)
  button('Try again').click()
  expect(await inSummary().findByRole('img', { name: /^Label:/ })).toBeInTheDocument()
})

it('shows each document of the shipment on its own tab', async () => {
  const { prints } = readyToBuy()
  const [label] = SHIPMENT.docs
  const both = aShipment({ docs: [label!, { ...label!, type: 'receipt', sha256: 'cd'.repeat(32) } as never] })
  server.on(processShipment, () => both)
  server.on(getShipment, () => both)
  const user = await fillLargeLetter()
  pressBuy()
  await waitFor(() => expect(prints).toHaveLength(1))
  expect(
    inSummary()
      .getAllByRole('tab')
      .map(({ textContent }) => textContent),
  ).toEqual(['Label', 'Receipt'])
  await user.click(inSummary().getByRole('tab', { name: 'Receipt' }))
  expect(await inSummary().findByRole('img', { name: /^Receipt:/ })).toBeInTheDocument()
  expect(inSummary().queryByRole('img', { name: /^Label:/ })).toBeNull()
})
