import type { ErrorBody } from '@postroom/contract/errors'
import type { Shipment, ShipmentDraftInput } from '@postroom/contract/shipment'
import type { VoidAnswer } from '@postroom/contract/shipment-void'
import { runTool, readSymbols, renderPages } from '@postroom/documents/testing/read-back'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { setSandboxSwitch } from '../../../carriers/sandbox/sandbox.store.ts'
import { aGiftToFrance } from '../../../testing/abroad.ts'
import { brokenAfterDrain, drain } from '../../../testing/after-the-drain.ts'
import { aBuyer, PRICE, purchaseScene, type PurchaseScene } from '../../../testing/purchase-scene.ts'
import { asOwner } from '../../../testing/test-database.ts'
import { brokenInvariants } from '../../ledger/invariants.store.ts'

let scene: PurchaseScene
beforeAll(async () => {
  scene = await purchaseScene(1000_00)
})
afterAll(async () => {
  await drain(scene.context)
  expect(await brokenInvariants(scene.context.db)).toEqual([])
  expect(await brokenAfterDrain(scene.context.db)).toEqual([])
  await scene.close()
})

const quantity = (items: number, change: Partial<ShipmentDraftInput> = {}) => ({
  ...change,
  meta_data: { quantity: items, ...change.meta_data },
})
const several = (...asked: Parameters<typeof quantity>) => scene.buyer.draft(quantity(...asked))

async function bought(key: string, draft: ShipmentDraftInput): Promise<Shipment> {
  const answer = await scene.buyer.buy(key, draft)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Shipment>()
}

const formatPounds = (pence: number): string => `£${(pence / 100).toFixed(2)}`

async function pdfBytesOf({ docs }: Shipment, type: string): Promise<Buffer> {
  const { pathname, search } = new URL(docs.find((doc) => doc.type === type)!.url)
  return (await scene.app.inject({ url: pathname + search })).rawPayload
}

const textOf = async (shipment: Shipment, type: string): Promise<string> =>
  runTool('pdftotext', await pdfBytesOf(shipment, type), '-layout', 'FILE', '-')

/** The item numbers that a decoder reads from the documents of one kind, page by page. */
async function numbersOnDocument(shipment: Shipment, type: string): Promise<(string | undefined)[]> {
  const pages = await renderPages(await pdfBytesOf(shipment, type), 300)
  return Promise.all(pages.map(async (page) => (await readSymbols(page))['Code128']))
}

it.each([
  // purchase, change to the draft, labels, price of one
  ['three items', quantity(3), 3, PRICE],
  [
    'two places of a sheet, three times',
    quantity(3, {
      label: { size: 'A4' },
      meta_data: {
        label_name: 'L7163',
        avery_label_location: [
          { index: 0, row: 0 },
          { index: 1, row: 6 },
        ],
      },
    }),
    6,
    PRICE,
  ],
  ['four gifts abroad', quantity(4, aGiftToFrance()), 4, 11_80],
])('price times quantity times labels used (spec §5): %s', async (what, change, labels, price) => {
  const before = await scene.buyer.balance()
  const shipment = await bought(`several-${what.replaceAll(/\W/g, '-')}`, scene.buyer.draft(change))
  expect(shipment).toMatchObject({ amount: labels * price, charges: { total_charge: price } })
  expect(await scene.buyer.balance()).toBe(before - labels * price)
  expect(new Set(shipment.item_numbers).size).toBe(labels)
  expect(shipment.meta_data.tracking).toBe(shipment.item_numbers[0])
})

it('a sheet of franking labels needs no addressee; an address label does', async () => {
  const { to: _to, ...unaddressed } = scene.buyer.draft()
  const avery_label_location = [0, 1].flatMap((row) => [0, 1].map((index) => ({ index, row })))
  const sheet = { label: { size: 'A4' }, meta_data: { label_name: 'L7163', avery_label_location } } as const
  const shipment = await bought('no-addressee', { ...unaddressed, ...sheet })
  expect(shipment).toMatchObject({ amount: 4 * PRICE, to: { name: '', address1: '', country: 'GB' } })
  expect(await textOf(shipment, 'receipt')).toContain('Destination')
  const before = await scene.buyer.balance()
  const answer = await scene.buyer.buy('no-addressee-4x6', unaddressed)
  expect(answer.json<ErrorBody>().code).toBe('addressee_required')
  expect(await scene.buyer.balance()).toBe(before)
})

it('every label and every customs form has its own number', async () => {
  const shipment = await bought('own-numbers', several(3, aGiftToFrance()))
  expect(await numbersOnDocument(shipment, 'label')).toEqual(shipment.item_numbers)
  expect(await numbersOnDocument(shipment, 'cn22')).toEqual(shipment.item_numbers)
})

it('one penny too little for all buys none', async () => {
  const poor = await aBuyer(scene, 3 * PRICE - 1)
  const answer = await poor.buy('too-little', poor.draft({ meta_data: { quantity: 3 } }))
  expect(answer.json<ErrorBody>()).toMatchObject({
    code: 'insufficient_funds',
    details: { total_charge: 3 * PRICE, short_by: 1 },
  })
  expect(await poor.balance()).toBe(3 * PRICE - 1)
})

it('compares the price of one item with the quoted price', async () => {
  const answer = await scene.buyer.buy('seen-price', several(2, { charges: { total_charge: 2 * PRICE } }))
  expect(answer.json<ErrorBody>()).toMatchObject({ code: 'price_changed', details: { total_charge: PRICE } })
  await bought('seen-price', several(2, { charges: { total_charge: PRICE } }))
})

it('when the carrier rejects the order, none is bought and everything is released', async () => {
  const before = await scene.buyer.balance()
  await setSandboxSwitch(scene.context.db, { call: 'purchase', answer: 'refused', delay_ms: 0, remaining: 1 })
  const answer = await scene.buyer.buy('all-refused', several(5))
  expect(answer.json<ErrorBody>().code).toBe('carrier_rejected')
  expect(await scene.buyer.balance()).toBe(before)
})

it('after a lost answer, the order has the same numbers', async () => {
  await setSandboxSwitch(scene.context.db, { call: 'purchase', answer: 'lost', delay_ms: 0, remaining: 1 })
  void scene.buyer.buy('lost-answer', several(4))
  await expect.poll(async () => (await scene.buyer.get('/stamp/v1/shipment/process/lost-answer')).statusCode).toBe(200)
  await drain(scene.context)
  const shipment = (await scene.buyer.get('/stamp/v1/shipment/process/lost-answer')).json<Shipment>()
  expect(shipment).toMatchObject({ status: 'bought', amount: 4 * PRICE })
  expect(shipment.item_numbers).toHaveLength(4)
})

it('the handling charge is ours for each item, and a void refunds all of it', async () => {
  const before = await scene.buyer.balance()
  const answer = await scene.buyer.buy('with-handling', several(3), { query: { handling_charge: '75' } })
  const shipment = answer.json<Shipment>()
  expect(shipment.amount).toBe(3 * (PRICE + 75))
  const kept = await scene.context.db
    .selectFrom('transfer')
    .select('amount')
    .where('purchase_id', '=', shipment.id)
    .where('kind', '=', 'fee')
    .executeTakeFirstOrThrow()
  expect(kept.amount).toBe(3 * 75)
  const reason = { cancellation_reason: 'Not needed' }
  const voided = (await scene.buyer.put(`/stamp/v1/shipment/${shipment.id}/void`, reason)).json<VoidAnswer>()
  expect(voided).toMatchObject({ status: 'voided', refund: { amount: shipment.amount } })
  expect(await scene.buyer.balance()).toBe(before)
})

it.each([
  // items, handling charge of one, total with the price of one
  [3, 100, 3 * (11_80 + 100)],
  [4, 150, 4 * (11_80 + 150)],
])(
  '%i gifts abroad with a handling charge of %ip are bought, and the receipt shows the sum',
  async (items, fee, sum) => {
    const query = { handling_charge: String(fee) }
    const answer = await scene.buyer.buy(`abroad-handling-${items}`, several(items, aGiftToFrance()), { query })
    expect(answer.json<Shipment>(), answer.body).toMatchObject({ amount: sum, charges: { total_fees: fee } })
    const receipt = await textOf(answer.json<Shipment>(), 'receipt')
    expect(receipt).toMatch(new RegExp(`${items} were bought at this price +${formatPounds(sum / items)}`))
    expect(receipt).toMatch(new RegExp(`Total, paid from the prepaid balance +${formatPounds(sum)}`))
  },
)

it('a shipment is found by the number of any of its labels', async () => {
  const shipment = await bought('found-by-any', several(3))
  const found = await scene.buyer.post(`/stamp/v1/shipment/search?text=${shipment.item_numbers[2]}`)
  expect(found.json<{ data: Shipment[] }>().data.map(({ id }) => id)).toEqual([shipment.id])
})

it('a number that the carrier gives twice is stored once', async () => {
  const [first, second] = [await bought('number-once', several(2)), await bought('number-twice', several(2))]
  const again = `alter table purchase disable trigger user;
    update purchase set carrier_no = null, further_nos = '{}', state = 'AUTHORISED' where id = '${second.id}';
    alter table purchase enable trigger user;
    update purchase set carrier_no = 'ZZ990000000GB', further_nos = array['${first.item_numbers[1]}'], state = 'BOUGHT'
      where id = '${second.id}'`
  await expect(asOwner(scene.database.url, `begin; ${again}; commit`)).rejects.toThrow('item_number_pkey')
})
