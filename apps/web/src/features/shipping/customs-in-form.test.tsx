import { fieldError } from '@postroom/contract/field-errors'
import { getUserData } from '@postroom/contract/identity'
import { processShipment } from '@postroom/contract/shipment'
import { screen, waitFor } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { Refusal, server } from '../../testing/fake-server.ts'
import { pairDevice } from '../../testing/fake-device.ts'
import { openPage } from '../../testing/open-page.tsx'
import { BOOK, chooseCountry, field, fillAll, fillGift, pressBuy, priced, ready } from '../../testing/shipping-form.ts'

const FIRST = 'customs.contents_items.0.description'

it('shows customs errors at their fields before anything is bought', async () => {
  pairDevice()
  const user = await fillGift()
  pressBuy()
  expect(await screen.findByRole('link', { name: 'Item 1 – Description: Fill this in.' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Item 1 – HS code: Fill this in.' })).toBeVisible()
  expect(field(FIRST)).toBeInvalid()
  fillAll({ ...BOOK, [FIRST]: 'gift' })
  await waitFor(priced)
  pressBuy()
  await user.click(await screen.findByRole('link', { name: /^Item 1 – Description: Say what it is/ }))
  expect(field(FIRST)).toHaveFocus()
})

it('shows a customs error found only by the server at its field', async () => {
  pairDevice()
  const refused = fieldError('customs.contents_items.0.description', 'character_not_printable')
  server.on(processShipment, () => new Refusal('invalid_request', { fields: [refused] }))
  await fillGift()
  fillAll(BOOK)
  await waitFor(priced)
  pressBuy()
  await waitFor(() => expect(field(FIRST)).toBeInvalid())
})

it('adds and removes customs items with the keyboard, and undoes a removal', async () => {
  const user = await fillGift()
  fillAll(BOOK)
  const second = 'customs.contents_items.1.description'
  await user.click(screen.getByRole('combobox', { name: 'Add goods' }))
  await user.keyboard('Linen bookmark{Enter}')
  await waitFor(() => expect(field('customs.contents_items.1.weight')).toHaveFocus())
  expect(field(second)).toHaveValue('Linen bookmark')
  await press(user, 'Remove item 1')
  await waitFor(() => expect(field(FIRST)).toHaveValue('Linen bookmark'))
  expect(screen.getAllByRole('button', { name: 'Undo' }).at(-1)).toHaveFocus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(field(second)).toHaveValue('Linen bookmark'))
  expect(field(FIRST)).toHaveValue('Hardback book')
})

const press = async (user: UserEvent, name: string) => {
  screen.getByRole('button', { name }).focus()
  await user.keyboard('{Enter}')
}

it('asks for a declaration of a letter abroad only if it contains goods', async () => {
  const user = openPage('/app/shipping-single?packaging=letter')
  await ready()
  await chooseCountry(user, 'Norway')
  expect(await screen.findByText('Letters and documents need no customs form.')).toBeVisible()
  await user.click(screen.getByText('It contains goods, not only documents'))
  await waitFor(() => expect(field(FIRST)).toBeVisible())
})

it('offers the country where the last goods were made first', async () => {
  server.on(getUserData, ({ query: { key } }) => ({ key, value: { packaging: 'parcel', services: {}, origin: 'IN' } }))
  const user = await fillGift()
  await user.click(field('customs.contents_items.0.origin_country'))
  await user.keyboard('{ArrowDown}')
  const [first, second] = await screen.findAllByRole('option')
  expect(first).toHaveTextContent('India last used')
  expect(second).toHaveTextContent('United Kingdom')
  await user.keyboard('{Enter}')
  expect(field('customs.contents_items.0.origin_country')).toHaveValue('India')
})
