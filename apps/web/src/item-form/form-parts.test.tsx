import { getUserData } from '@postroom/contract/identity'
import { searchShipments } from '@postroom/contract/shipment-search'
import { listShippers } from '@postroom/contract/shipment-shippers'
import { waitFor } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { i18next } from '../i18n.ts'
import { saveSession } from '../session/session-store.ts'
import { aShipment, FROM } from '../testing/a-shipment.ts'
import { USER } from '../testing/a-user.ts'
import { pageOf } from '../testing/answers.ts'
import { Refusal, server } from '../testing/fake-server.ts'
import { show } from '../testing/show.tsx'
import { problemText } from './problem-text.ts'
import { useDefaultSender } from './use-default-sender.ts'

beforeEach(() => saveSession(USER))

it.each([
  ['to.postal_code', 'letter', 'To – Postcode: Fill this in.'],
  ['from.city', 'letter', 'From – Town or city: Fill this in.'],
  ['customs.contents_items.1.value', 'parcel', 'Item 2 – Value of one: Fill this in.'],
  ['customs.contents_description', 'parcel', 'Describe the contents: Fill this in.'],
  ['width', 'parcel', 'Width: Fill this in.'],
  ['width', 'tube', 'Diameter: Fill this in.'],
  ['length', 'tube', 'Length: Fill this in.'],
  ['shipping_date', 'letter', `${i18next.t('shipping.posting_date')}: Fill this in.`],
  ['packaging', 'letter', `${i18next.t('shipping.what')}: Fill this in.`],
] as const)('a problem of %s of a %s is %o', (name, packaging, text) =>
  expect(problemText({ name, error: { message: 'required' } }, packaging, i18next.t)).toBe(text),
)

function Sender() {
  const { sender, isLoading } = useDefaultSender()
  return <p>{isLoading ? 'loading' : (sender?.name ?? 'nobody')}</p>
}
const sender = (name: string) => waitFor(() => expect(document.body).toHaveTextContent(new RegExp(`^${name}$`)))
const SAVED = '0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a01'
const shippers = () =>
  server.on(listShippers, () => pageOf([{ id: SAVED, alias: 'Shop', address: { ...FROM, name: 'Shop' } } as never]))
const lastOne = () => server.on(searchShipments, () => pageOf([aShipment()]))
const prefers = (id: string) =>
  server.on(getUserData, ({ query: { key } }) => ({ key, value: { sender: { id } } as never }))

it('begins with the sender of the preferences, and asks for no other', async () => {
  prefers(SAVED)
  const [listed, last] = [shippers(), lastOne()]
  show(<Sender />)
  await sender('Shop')
  expect([listed.length, last.length]).toEqual([1, 0])
})

it('begins with the last sender where the preferred one is gone', async () => {
  prefers('0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a02')
  shippers()
  lastOne()
  show(<Sender />)
  await sender('Angharad Kendall')
})

it('begins with the last sender without a preference, also when that cannot be read', async () => {
  const listed = shippers()
  lastOne()
  server.on(getUserData, () => new Refusal('invalid_request'))
  show(<Sender />)
  await sender('Angharad Kendall')
  expect(listed).toEqual([])
})

it('begins with nobody where nothing was sent', async () => {
  show(<Sender />)
  await sender('nobody')
})
