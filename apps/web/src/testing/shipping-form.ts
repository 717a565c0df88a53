import { searchShipments } from '@postroom/contract/shipment-search'
import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'
import { aShipment } from './a-shipment.ts'
import { pageOf } from './answers.ts'
import { server } from './fake-server.ts'
import { openPage } from './open-page.tsx'

/** A field by its name in the form, which does not depend on the language. */
export function field(name: string): HTMLInputElement {
  const found = document.querySelector<HTMLInputElement>(`input[name="${name}"], input[id="${name}"]`)
  if (!found) throw new Error(`There is no field ${name}`)
  return found
}
export const fill = (name: string, text: string): void =>
  void fireEvent.change(field(name), { target: { value: text } })
export const fillAll = (texts: Record<string, string>): void => {
  for (const [name, text] of Object.entries(texts)) fill(name, text)
}

export const summary = (): HTMLElement => screen.getByRole('complementary', { name: 'Service and price' })

/** Waits until the prices shown match the form. */
export const priced = (): void => expect(summary().querySelector('[aria-busy=false]')).not.toBeNull()

/** The Buy button beside the price; a phone has a second one at its foot. */
export const pressBuy = (): void =>
  void fireEvent.click(within(summary()).getByRole('button', { name: 'Buy and print' }))

const TO = {
  'to.name': 'Marguerite Llewellyn',
  'to.address1': '14 Heol y Gogledd',
  'to.city': 'Aberystwyth',
  'to.postal_code': 'SY23 2HT',
}
/** Waits until the page is there. */
export const ready = (): Promise<HTMLElement> => screen.findByRole('radio', { name: /^Large letter/ })

/** A service in the list, by its whole name. */
export const serviceRow = (name: string): Promise<HTMLElement> =>
  screen.findByRole('radio', {
    name: new RegExp(`^${name}, £`),
  })

/** Opens the fields of a new addressee. */
export const writeAddress = (user: UserEvent): Promise<void> =>
  user.click(screen.getByRole('button', { name: 'Write a new address' }))

/** Waits until the last sender has been filled in. */
const withLastSender = () => void server.on(searchShipments, () => pageOf([aShipment()]))

/** Opens the page and fills in a large letter of 130 g, second class: £1.90 in the published list. */
export async function fillLargeLetter(): Promise<UserEvent> {
  withLastSender()
  const user = openPage('/app/shipping-single?packaging=large_letter')
  await ready()
  await writeAddress(user)
  fillAll({ ...TO, weight: '130g' })
  await user.click(await serviceRow('2nd Class'))
  await waitFor(priced)
  return user
}

/** Opens the page and fills in a parcel of 1.2 kg to France, without its contents. */
export async function fillGift(country = 'France'): Promise<UserEvent> {
  withLastSender()
  const user = openPage('/app/shipping-single')
  await ready()
  await chooseCountry(user, country)
  await writeAddress(user)
  fillAll({
    'to.name': 'Élodie Lefèvre',
    'to.address1': '18 rue de la Roquette',
    'to.city': 'Paris',
    'to.postal_code': '75011',
    weight: '1.2kg',
  })
  await waitFor(priced)
  return user
}

export const BOOK = {
  'customs.contents_items.0.description': 'Hardback book',
  'customs.contents_items.0.quantity': '1',
  'customs.contents_items.0.weight': '900g',
  'customs.contents_items.0.value': '25.00',
  'customs.contents_items.0.hs_code': '490199',
}

/** Chooses the destination with the keyboard. */
export async function chooseCountry(user: UserEvent, country: string, typed = country): Promise<void> {
  const input = field('to.country')
  await user.click(input)
  fireEvent.change(input, { target: { value: typed } })
  await screen.findByRole('option', { name: country })
  await user.keyboard('{Enter}')
  await waitFor(() => expect(input).toHaveValue(country))
}
