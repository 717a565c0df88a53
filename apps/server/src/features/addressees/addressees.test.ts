import type { AddressDraft } from '@postroom/contract/address-book'
import type { Addressee } from '@postroom/contract/addressee'
import { postalAddressSchema } from '@postroom/contract/address'
import type { Shipment } from '@postroom/contract/shipment'
import { afterAll, beforeAll, beforeEach, expect, it, test } from 'vitest'
import { signInto } from '../../testing/sign-into.ts'
import { aBuyer, purchaseScene, type Buyer, type PurchaseScene } from '../../testing/purchase-scene.ts'

let scene: PurchaseScene
let buyer: Buyer
beforeAll(async () => {
  scene = await purchaseScene(10_00)
})
afterAll(() => scene.close())
beforeEach(async () => {
  buyer = await aBuyer(scene, 100_00)
})

const MARGUERITE = postalAddressSchema.parse({
  name: 'Marguerite Llewellyn',
  company_name: 'Llewellyn Bindery Ltd',
  address1: '14 Heol y Gogledd',
  city: 'Aberystwyth',
  postal_code: 'SY23 2HT',
})
const ESTELLE = postalAddressSchema.parse({
  name: 'Estélle Marchant',
  address1: '3 Fore Street',
  city: 'Totnes',
  postal_code: 'TQ9 5DP',
})

let number = 0
const sendTo = async (to: typeof ESTELLE, sender = buyer): Promise<Shipment> => {
  number += 1
  return (await sender.buy(`to-${number}-addressee`, sender.draft({ to }))).json<Shipment>()
}
const keep = (address: typeof ESTELLE, more: Partial<AddressDraft> = {}, keeper = buyer) =>
  keeper.post('/stamp/v1/address', { ...address, ...more })

interface Answer {
  book: Addressee[]
  past: Addressee[]
}
const named = (rows: Addressee[]) => rows.map(({ address, sent }) => `${address.name}: ${sent}`)
const ask = async (q: string, authorization = buyer.authorization) => {
  const url = `/api/stamp/v1/addressee?q=${encodeURIComponent(q)}`
  const { book, past } = (await scene.app.inject({ url, headers: { authorization } })).json<Answer>()
  return { book: named(book), past: named(past) }
}

const idsOfBook = async () => (await buyer.get('/stamp/v1/addressee?q=')).json<Answer>().book.map(({ id }) => id)

it('finds addresses of the book and past addressees, each once, with their use', async () => {
  await keep(MARGUERITE, { code: 'BIND-1' })
  for (const to of [MARGUERITE, ESTELLE, MARGUERITE]) await sendTo(to)
  expect(await ask('')).toEqual({ book: ['Marguerite Llewellyn: 2'], past: ['Estélle Marchant: 1'] })
})

test.each([
  ['lle', 1, 0],
  ['LLEWELLYN aber', 1, 0],
  ['sy23', 1, 0],
  ['sy232ht', 1, 0],
  ['bind-1', 1, 0],
  ['estelle', 0, 1],
  ['totnes', 0, 1],
  ['wellyn', 0, 0],
  ['to-', 0, 1], // 'Totnes', and the keys of purchases are not searched
  ['zz', 0, 0], // the item numbers of the sandbox begin so
])('%o finds %i in the book and %i past', async (q, book, past) => {
  await keep(MARGUERITE, { code: 'BIND-1' })
  await sendTo(MARGUERITE)
  await sendTo(ESTELLE)
  const found = await ask(q)
  expect([found.book.length, found.past.length]).toEqual([book, past])
})

it('lists the latest used first, and at most eight of each', async () => {
  for (let n = 10; n < 20; n += 1) {
    await keep({ ...MARGUERITE, name: `Saved ${n}`, company_name: `Firm ${n}` })
    await sendTo({ ...ESTELLE, name: `Past ${n}` })
  }
  await sendTo({ ...MARGUERITE, name: 'Saved 19', company_name: 'Firm 19' })
  const { book, past } = await ask('')
  expect([book.length, book[0]]).toEqual([8, 'Saved 19: 1'])
  expect([past.length, past[0]]).toEqual([8, 'Past 19: 1'])
})

it('lists those of the book that were used before the others, and these by name', async () => {
  const kept = { ...MARGUERITE, name: 'Saved' }
  const ids: string[] = []
  for (let n = 10; n < 20; n += 1)
    ids.push((await keep({ ...kept, company_name: `Firm ${n}` })).json<{ id: string }>().id)
  const [latest, earlier] = ids.toSorted().toReversed()
  const others = ids.toSorted().slice(0, 8)
  expect(await idsOfBook()).toEqual(others)
  const firm = (id: string | undefined) => ({ ...kept, company_name: `Firm ${10 + ids.indexOf(id!)}` })
  await sendTo(firm(latest))
  expect(await idsOfBook()).toEqual([latest, ...others.slice(0, 7)])
  await sendTo(firm(earlier))
  await sendTo(firm(latest))
  expect(await idsOfBook()).toEqual([latest, earlier, ...others.slice(0, 6)])
})

it('does not list rejected, voided or test shipments', async () => {
  const { id } = await sendTo(ESTELLE)
  await buyer.put(`/stamp/v1/shipment/${id}/void`, { cancellation_reason: 'Sent twice' })
  await buyer.buy('only-a-test-print', buyer.draft({ to: MARGUERITE }), { test: true })
  expect(await ask('')).toEqual({ book: [], past: [] })
})

it('shows nothing of another organisation, nor the private addresses of a colleague', async () => {
  const other = await aBuyer(scene, 10_00)
  await sendTo(ESTELLE, other)
  await keep(MARGUERITE, { visibility: 'Public' }, other)
  await keep(MARGUERITE)
  expect(await ask('')).toEqual({ book: ['Marguerite Llewellyn: 0'], past: [] })
  const colleague = await signInto(scene, buyer.organisation)
  expect(await ask('', colleague.authorization)).toEqual({ book: [], past: [] })
})

it('shows the Lite plan past addressees only', async () => {
  await keep(MARGUERITE, { visibility: 'Public' })
  await sendTo(MARGUERITE)
  const lite = await signInto(scene, buyer.organisation, { plan: 'lite' })
  expect(await ask('', lite.authorization)).toEqual({ book: [], past: ['Marguerite Llewellyn: 1'] })
})
