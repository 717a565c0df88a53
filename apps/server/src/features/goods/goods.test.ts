import { goodsSchema, HS_RESULTS_MAX, type KeptGoods } from '@postroom/contract/goods'
import { EVERYDAY_GOODS } from '@postroom/domain/customs/everyday-goods'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aGiftToFrance } from '../../testing/abroad.ts'
import { aBuyer, purchaseScene, type Buyer, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { asOwner } from '../../testing/test-database.ts'
import { keepGoods } from './goods.store.ts'
import { searchSubheadings } from './hs-subheadings.ts'

let scene: PurchaseScene
let now = new Date('2026-11-20T10:00:00Z')
beforeAll(async () => {
  scene = await purchaseScene(100_00)
  scene.context.now = () => now
})
afterAll(() => scene.close())

const GOODS = '/stamp/v1/goods'
const NOTEBOOK = {
  description: 'Linen-bound notebook, A5',
  weight: { value: 310, units: 'G' },
  value: 18_00,
  hs_code: '482010',
  origin_country: 'GB',
  sku: 'NB-5',
  manufacturer_id: '',
}
const list = async (buyer: Buyer) => (await buyer.get(GOODS)).json<{ data: KeptGoods[] }>().data
const names = async (buyer: Buyer) => (await list(buyer)).map(({ description }) => description)
const save = async (buyer: Buyer, change: object = {}) => {
  now = new Date(now.getTime() + 1000)
  return buyer.post(GOODS, { ...NOTEBOOK, ...change })
}
const remove = ({ authorization }: Buyer, id: string) =>
  scene.app.inject({ method: 'DELETE', url: `/api${GOODS}/${id}`, headers: { authorization } })

it('keeps goods with all their fields, the last used first, for the organisation alone', async () => {
  const [keeper, other] = [await aBuyer(scene, 0), await aBuyer(scene, 0)]
  expect((await save(keeper)).json()).toEqual({ id: expect.any(String), ...NOTEBOOK })
  await save(keeper, { description: 'Brass page holder' })
  await save(other, { description: 'Marbled paper' })
  expect(await names(keeper)).toEqual(['Brass page holder', NOTEBOOK.description])
  expect(await names(other)).toEqual(['Marbled paper'])
})

it('goods of the same description are replaced, whatever its case', async () => {
  const keeper = await aBuyer(scene, 0)
  const first = (await save(keeper)).json<KeptGoods>()
  await save(keeper, { description: 'LINEN-BOUND NOTEBOOK, A5', value: 20_00 })
  expect(await list(keeper)).toEqual([
    { ...NOTEBOOK, id: first.id, description: 'LINEN-BOUND NOTEBOOK, A5', value: 20_00 },
  ])
})

it('forgets goods of its own organisation only', async () => {
  const [keeper, other] = [await aBuyer(scene, 0), await aBuyer(scene, 0)]
  const { id } = (await save(keeper)).json<KeptGoods>()
  expect((await remove(other, id)).statusCode).toBe(404)
  expect((await remove(keeper, id)).statusCode).toBe(200)
  expect((await remove(keeper, id)).statusCode).toBe(404)
  expect(await list(keeper)).toEqual([])
})

it('keeps the last 200', async () => {
  const keeper = await aBuyer(scene, 0)
  await save(keeper, { description: 'The oldest' })
  await asOwner(
    scene.database.url,
    `insert into kept_goods (organisation_id, description, item, used_at)
     select organisation_id, 'Goods ' || n, item || jsonb_build_object('description', 'Goods ' || n), used_at + n * interval '1 second'
     from kept_goods, generate_series(1, 199) n where organisation_id = '${keeper.organisation}'`,
  )
  expect(await list(keeper)).toHaveLength(200)
  now = new Date(now.getTime() + 300_000)
  await save(keeper, { description: 'The newest' })
  const kept = await names(keeper)
  expect(kept).toHaveLength(200)
  expect(kept[0]).toBe('The newest')
  expect(kept).not.toContain('The oldest')
})

it.each([
  ['no description', { description: '' }],
  ['a description of two lines', { description: 'Linen\nnotebook' }],
  ['a long description', { description: 'x'.repeat(101) }],
  ['a quantity', { quantity: 1 }],
  ['a negative value', { value: -1 }],
  ['an unknown field', { colour: 'red' }],
])('refuses goods with %s', async (_what, change) => {
  expect((await save(scene.buyer, change)).statusCode).toBe(400)
})

it('refuses what no customs form can show', async () => {
  const refused = await save(scene.buyer, { description: '本' })
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([422, 'character_not_printable'])
})

it('bought goods are kept without their quantity; those of a test print are not', async () => {
  const buyer = await aBuyer(scene, 100_00)
  const gift = buyer.draft(aGiftToFrance())
  expect((await buyer.buy('test-of-the-gift', gift, { test: true })).statusCode).toBe(200)
  expect(await list(buyer)).toEqual([])
  expect((await buyer.buy('a-gift-to-france', gift)).statusCode).toBe(200)
  const [{ quantity: _quantity, ...marmalade } = {}] = gift.customs!.contents_items!
  expect(await list(buyer)).toEqual([{ sku: '', manufacturer_id: '', ...marmalade, id: expect.any(String) }])
})

it('neither documents nor a purchase that is only repeated are kept', async () => {
  const buyer = await aBuyer(scene, 100_00)
  const gift = aGiftToFrance()
  const documents = buyer.draft({ ...gift, customs: { ...gift.customs, contents_type: 'D' } })
  expect((await buyer.buy('documents-to-france', documents)).json()).toMatchObject({ status: 'bought' })
  expect(await list(buyer)).toEqual([])
  await buyer.buy('bought-once-only', buyer.draft(gift))
  const [kept] = await list(buyer)
  await remove(buyer, kept!.id)
  expect((await buyer.buy('bought-once-only', buyer.draft(gift))).json()).toMatchObject({ status: 'bought' })
  expect(await list(buyer)).toEqual([])
})

it('a purchase succeeds although its goods cannot be kept', async () => {
  const buyer = await aBuyer(scene, 100_00)
  await asOwner(scene.database.url, 'revoke insert on kept_goods from postroom_app')
  const bought = await buyer.buy('goods-not-kept', buyer.draft(aGiftToFrance()))
  await asOwner(scene.database.url, 'grant insert on kept_goods to postroom_app')
  expect([bought.statusCode, bought.json<{ status: string }>().status]).toEqual([200, 'bought'])
  expect(await list(buyer)).toEqual([])
})

const search = async (q: string) =>
  (await scene.buyer.get(`${GOODS}/hs?q=${encodeURIComponent(q)}`)).json<{
    data: { code: string; description: string }[]
  }>().data

it.each([
  // words, the first code
  ['t-shirt', '610910'],
  ['T Shirt', '610910'],
  ['tshirts', '610910'],
  ['book', '490199'],
  ['books', '490199'],
  ['livre', '490199'],
  ['mug', '691200'],
  ['tasse', '691200'],
  ['jewellery', '711719'],
  ['Jewelry', '711719'],
  ['silver ring', '711311'],
  ['phone case', '392690'],
  ['coque de telephone', '392690'],
  ['notebook', '482010'],
  ['silk scarf', '621410'],
  ['candle', '340600'],
  ['shoe leather', '640399'],
  ['jigsaw', '950300'],
  ['vinyl record', '852380'],
  ['knife kitchen', '821192'],
  ['honey', '040900'],
  ['natural honey', '040900'],
  ['écharpe', '611710'],
  ['horses pure bred', '010121'],
  ['pure-bred horse', '010121'],
  ['4820.10', '482010'],
  ['482010', '482010'],
])('finds the code of %o', async (words, code) => {
  expect((await search(words))[0]).toMatchObject({ code })
})

it('finds beginnings of words in any order, at most twenty codes, and none for other words or none', async () => {
  const cotton = await search('shir cott')
  expect(cotton.length).toBeGreaterThan(3)
  for (const { description } of cotton) expect(description).toMatch(/shirt.*cotton|cotton.*shirt/i)
  expect(await search('of')).toHaveLength(20)
  expect(await search('482010')).toEqual([
    {
      code: '482010',
      description:
        'Paper and paperboard; registers, account books, note books, order books, receipt books, letter pads, memorandum pads, diaries and similar articles',
    },
  ])
  expect((await search('4820')).map(({ code }) => code.slice(0, 4))).toEqual(Array(6).fill('4820'))
  expect(await search('xylophonic dreams')).toEqual([])
  expect(await search('every subheading')).toEqual([]) // the file begins so
  expect(await search(' - ')).toEqual([])
  expect((await scene.buyer.get(`${GOODS}/hs?q=${'x'.repeat(101)}`)).statusCode).toBe(400)
})

it('every everyday word leads to codes that exist, and finds the first of them', async () => {
  for (const { phrases, codes } of EVERYDAY_GOODS) {
    for (const code of codes) expect(await searchSubheadings(code, HS_RESULTS_MAX), code).toHaveLength(1)
    for (const phrase of phrases.split(', ')) {
      const found = (await searchSubheadings(phrase, HS_RESULTS_MAX)).map(({ code }) => code)
      expect(found, phrase).toContain(codes[0])
    }
  }
})

it('keeps several goods in the order of their descriptions, each once, and forgets nothing of others', async () => {
  const [keeper, other] = [await aBuyer(scene, 0), await aBuyer(scene, 0)]
  await save(other)
  const goods = ['Zinc', 'Amber', 'zinc', 'Moss'].map((description) => goodsSchema.parse({ ...NOTEBOOK, description }))
  const kept = await keepGoods(scene.context.db, keeper.organisation, goods, now)
  expect(kept.map(({ item }) => item.description)).toEqual(['Amber', 'Moss', 'zinc'])
  await asOwner(
    scene.database.url,
    `insert into kept_goods (organisation_id, description, item, used_at)
     select organisation_id, 'More ' || n, item || jsonb_build_object('description', 'More ' || n), used_at + interval '1 minute'
     from kept_goods, generate_series(1, 200) n where organisation_id = '${keeper.organisation}' and description = 'Moss'`,
  )
  now = new Date(now.getTime() + 300_000)
  await save(keeper)
  expect(await list(keeper)).toHaveLength(200)
  expect(await names(other)).toEqual([NOTEBOOK.description])
})
