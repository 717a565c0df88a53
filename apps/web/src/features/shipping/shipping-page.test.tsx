import { listOptions } from '@postroom/contract/carrier'
import { getUserData } from '@postroom/contract/identity'
import { rateShipment } from '@postroom/contract/rate'
import { fieldError } from '@postroom/contract/field-errors'
import { getShipment, processShipment } from '@postroom/contract/shipment'
import { searchShipments } from '@postroom/contract/shipment-search'
import { ukDateOf } from '@postroom/domain/calendar'
import { saturdayPosting } from '@postroom/domain/post/posting-days'
import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { aShipment, FROM } from '../../testing/a-shipment.ts'
import { answerAsUsual, pageOf } from '../../testing/answers.ts'
import { Refusal, server } from '../../testing/fake-server.ts'
import { pairDevice } from '../../testing/fake-device.ts'
import { openPage } from '../../testing/open-page.tsx'
import { readyToBuy } from '../../testing/ready-to-buy.ts'
import {
  chooseCountry,
  field,
  fill,
  fillLargeLetter,
  pressBuy,
  priced,
  ready,
  serviceRow,
  summary,
  writeAddress,
} from '../../testing/shipping-form.ts'

/** 1st, 2nd, Signed For, Special Delivery, Tracked, and the user's own value. */
const SERVICES_OF_A_LARGE_LETTER = 10
const services = () => screen.getByRole('radiogroup', { name: 'Choose a service' })
const radio = (name: string | RegExp) => screen.getByRole('radio', { name })

it('shows every service, and the price lines of the chosen one', async () => {
  const user = await fillLargeLetter()
  expect(within(services()).getAllByRole('radio')).toHaveLength(SERVICES_OF_A_LARGE_LETTER)
  for (const words of [/2nd Class, Large letter, 101–250 g/i, 'VAT: exempt', /from 7 April 2026/])
    expect(within(summary()).getByText(words)).toBeVisible()
  await user.click(await serviceRow('2nd Class Signed For'))
  expect((await within(summary()).findAllByText('2nd Class Signed For'))[0]).toBeVisible()
  expect(within(summary()).getAllByText('£3.90')).not.toHaveLength(0)
  expect(screen.getByText(/^Special Delivery by 9am –/)).not.toBeVisible()
  await user.click(screen.getByText(/^Not offered for this item/))
  // has no published price, which its reason says
  expect(screen.getByText(/^Special Delivery by 9am –/)).toBeVisible()
})

it.each([
  ['to.postal_code', 'NOT A CODE', /This is not a United Kingdom postcode\./],
  ['to.address1', '', /Fill this in\./],
  ['weight', '0', /not a weight above zero/],
  ['weight', '-1', /not a weight above zero/],
  ['weight', '1000000000', /too big/],
  ['weight', 'NaN', /not a weight above zero/],
] as const)('shows the error of %s %o at the field and above the form', async (name, typed, words) => {
  pairDevice()
  await fillLargeLetter()
  fill(name, typed)
  fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true })
  const problem = await screen.findByRole('alert', { name: 'There is a problem' })
  expect(
    within(problem)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringMatching(words)])
  expect(problem).toHaveFocus()
  expect(field(name)).toBeInvalid()
  expect(field(name)).toHaveAccessibleDescription(words)
})

it('shows an error found only by the server at its field', async () => {
  pairDevice()
  const refused = fieldError('to.name', 'character_not_printable', { character: 'Ω', position: 1 })
  server.on(processShipment, () => new Refusal('invalid_request', { fields: [refused] }))
  await fillLargeLetter()
  fill('to.name', 'Ω')
  await waitFor(priced)
  pressBuy()
  await waitFor(() => expect(field('to.name')).toHaveAccessibleDescription(/Documents cannot show/))
  expect(field('to.name')).toBeInvalid()
})

it('shows which format an item is too heavy for', async () => {
  await fillLargeLetter()
  fill('weight', '1001g')
  expect((await screen.findAllByText(/too heavy for this format/))[0]).toBeVisible()
})

it('shows a rating error with the message of the server, and keeps the input (spec §8)', async () => {
  await fillLargeLetter()
  server.on(rateShipment, () => new Refusal('try_again'))
  fill('weight', '140g')
  expect((await screen.findAllByText(/Rating error/))[0]).toBeVisible()
  expect(field('weight')).toHaveValue('140g')
})

it('offers to load the options again after a failure', async () => {
  const user = openPage('/app/shipping-single')
  await ready()
  server.on(listOptions, () => new Refusal('invalid_request'))
  await chooseCountry(user, 'France')
  expect(await screen.findByText('This could not be loaded.')).toBeVisible()
  answerAsUsual()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByText('This could not be loaded.')).toBeNull())
})

it('clears option and service when the country changes, says so, and restores them with Undo', async () => {
  pairDevice()
  const user = openPage('/app/shipping-single?packaging=medium_parcel')
  await ready()
  fill('weight', '3kg')
  await chooseCountry(user, 'France')
  expect(screen.queryByText(/^Options and service were cleared/)).toBeNull() // none was chosen
  await chooseCountry(user, 'United Kingdom')
  await user.click(radio(/Medium parcel/))
  await user.click(await serviceRow('Special Delivery by 1pm'))
  await user.click(screen.getByRole('button', { name: /^Included with the service Compensation/ }))
  await user.click(screen.getByRole('option', { name: 'Up to £1,000' }))
  // accents need not be typed
  await chooseCountry(user, 'Åland Islands', 'aland isl')
  expect(await screen.findByText('Options and service were cleared because the country changed.')).toBeVisible()
  expect(radio(/Heavier parcel/)).toBeChecked()
  expect(await serviceRow('International Tracked Heavier')).toBeChecked()
  await writeAddress(user)
  expect(field('to.phone1')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(field('to.country')).toHaveValue('United Kingdom')
  expect(radio(/Medium parcel/)).toBeChecked()
  expect(await serviceRow('Special Delivery by 1pm')).toBeChecked()
  expect(screen.getByRole('button', { name: /^Up to £1,000 Compensation/ })).toBeVisible()
  expect(screen.queryByText(/^Options and service were cleared/)).toBeNull()
})

it('says that a chosen service is gone, and does not replace it', async () => {
  const user = await fillLargeLetter()
  await user.click(await serviceRow('Tracked 48'))
  await user.click(radio(/^Letter/))
  fill('weight', '90g')
  expect(
    await within(summary()).findByText('The service you chose is no longer available for this item. Choose another.'),
  ).toBeVisible()
  expect(within(services()).queryByRole('radio', { checked: true })).toBeNull()
  expect(within(summary()).getByText('Total').parentElement).toHaveTextContent(/^Total$/)
})

it('names no missing service while none was chosen', async () => {
  openPage('/app/shipping-single?packaging=letter')
  await ready()
  server.on(rateShipment, () => ({ data: [], messages: [], posting_days: [] }))
  fill('weight', '90g')
  expect(await within(summary()).findByText('No service is available for this item.')).toBeVisible()
})

it('suggests the format and the service used last, and keeps those of a purchase', async () => {
  server.on(getUserData, ({ query: { key } }) => ({
    key,
    value: { packaging: 'large_letter', services: { uk: '1SF' } },
  }))
  openPage('/app/shipping-single')
  await ready()
  await waitFor(() => expect(radio(/^Large letter.*last used/)).toBeChecked())
  expect(screen.getByText(/^Suggested as last time: 1st Class Signed For\./)).toBeVisible()
  fill('weight', '130g')
  expect(await within(summary()).findByText('Suggested: last used')).toBeVisible()
  expect(screen.getByRole('radio', { checked: true, name: /^1st Class Signed For, £5.30, Last used/ })).toBeVisible()
})

it('does not change the format once the user is at the formats, however late the one used last arrives', async () => {
  const late = Promise.withResolvers<void>()
  server.on(getUserData, async ({ query: { key } }) => {
    await late.promise
    return { key, value: { packaging: 'large_letter', services: { uk: '1SF' } } }
  })
  openPage('/app/shipping-single')
  await ready()
  radio(/^Small parcel/).focus()
  late.resolve()
  expect(await screen.findByText(/^Suggested as last time: 1st Class Signed For/)).toBeVisible()
  expect(radio(/^Small parcel/)).toBeChecked()
})

it('sends a shipment again: one press buys it', async () => {
  const { purchases, prints } = readyToBuy()
  const sent = aShipment({ service: '1SF' })
  server.on(getShipment, () => sent)
  openPage(`/app/shipping-single?again=${sent.id}`)
  await ready()
  expect(await screen.findByRole('region', { name: 'To' })).toHaveTextContent('Marguerite Llewellyn')
  expect(field('weight')).toHaveValue('50g')
  ctrlEnter()
  await waitFor(() => expect(prints).toHaveLength(1))
  expect(purchases.map(({ body }) => [body.service, body.options?.[0]?.code])).toEqual([['1SF', 'signed_for']])
})

it('opens with the format of its address, whatever was used last', async () => {
  server.on(getUserData, ({ query: { key } }) => ({ key, value: { packaging: 'large_letter', services: {} } }))
  openPage('/app/shipping-single?packaging=tube')
  await ready()
  await waitFor(() => expect(screen.queryByText(/last used/)).toBeNull())
  expect(radio(/^Tube/)).toBeChecked()
})

it('posts on the next Friday for a Saturday guarantee', async () => {
  const user = await fillLargeLetter()
  const friday = saturdayPosting({ country: 'GB' }, ukDateOf(new Date()))
  const post = screen.queryByRole('button', { name: /^Post on Friday/ })
  if (friday === ukDateOf(new Date()) || !friday) return expect(post).toBeNull()
  await user.click(post!)
  expect(await serviceRow('Special Delivery by 1pm, Saturday')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Post on Friday/ })).toBeNull()
})

it('says that the carrier accepts nothing for a country', async () => {
  const user = openPage('/app/shipping-single')
  await ready()
  await chooseCountry(user, 'Russia')
  fill('weight', '1.2kg')
  expect(await within(summary()).findByText('The carrier currently accepts nothing for this country.')).toBeVisible()
})

it('blocks buying without a device manager, and links to the printers', async () => {
  const user = await fillLargeLetter()
  expect(screen.getByText('The device manager is not connected, so nothing can be printed.')).toBeVisible()
  pressBuy()
  await waitFor(() => expect(reasons()).toHaveFocus())
  expect(reasons()).toHaveTextContent('The device manager is not connected')
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Printer preferences' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Printers' })).toBeVisible()
})

const reasons = () => screen.getByRole('group', { name: 'What to know before buying' })
const ctrlEnter = () => void fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true })

it('fills in the last sender, unless the user is already editing the sender', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.on(searchShipments, async () => {
    await promise
    return pageOf([aShipment()])
  })
  const user = openPage('/app/shipping-single')
  await user.click(await screen.findByLabelText('Town or city', { selector: '[name="from.city"]' }))
  resolve()
  await user.keyboard('Corris')
  await ready()
  expect(field('from.city')).toHaveFocus()
  expect(field('from.city')).toHaveValue('Corris')
  expect(field('from.name')).toHaveValue('')
})

it('collapses the last sender, and shows all its fields when it is edited', async () => {
  server.on(searchShipments, () => pageOf([aShipment({ from: { ...FROM, address2: 'Pantperthog' } })]))
  const user = openPage('/app/shipping-single')
  await user.click(await screen.findByRole('button', { name: 'Change: From' }))
  expect(field('from.name')).toHaveFocus()
  expect(field('from.address2')).toHaveValue('Pantperthog')
  await user.clear(field('from.address2'))
  expect(field('from.address2')).toHaveFocus()
})
