import type { countAddresses, ListedAddress, SavedAddress } from '@postroom/contract/address-book'
import type { AnswerOf } from '@postroom/contract/endpoint'
import type { ErrorBody } from '@postroom/contract/errors'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { signInto } from '../../testing/sign-into.ts'
import { aBuyer, purchaseScene, type Buyer, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { testApp } from '../../testing/test-app.ts'
import { asOwner } from '../../testing/test-database.ts'

const BOOK = '/stamp/v1/address'
const TO = { name: 'Idris Pembroke', address1: '17 Chalcot Road', city: 'London', postal_code: 'NW1 8LH' }

let scene: PurchaseScene
let buyer: Buyer
beforeAll(async () => {
  scene = await purchaseScene(100_00)
  buyer = scene.buyer
})
afterAll(() => scene.close())
beforeEach(() => asOwner(scene.database.url, 'delete from address'))

const keep = async (change: object = {}, by = buyer): Promise<SavedAddress> =>
  (await by.post(BOOK, { ...TO, ...change })).json()
const list = async (query = '', by = buyer): Promise<ListedAddress[]> =>
  (await by.get(`${BOOK}?${query}`)).json<{ data: ListedAddress[] }>().data
const names = async (query = '', by = buyer) => (await list(query, by)).map(({ name }) => name)
const count = async (query = ''): Promise<AnswerOf<typeof countAddresses>> =>
  (await buyer.get(`${BOOK}/count?${query}`)).json()
const change = (body: object, by = buyer) => by.post(`${BOOK}/change`, body)
const codeOf = (answer: { statusCode: number; json(): unknown }) => [
  answer.statusCode,
  (answer.json() as ErrorBody).code,
]

/** A colleague of the buyer: sees Public addresses, not the buyer's Private ones. */
async function colleague(): Promise<Buyer> {
  const { authorization } = await signInto(scene, buyer.organisation)
  const ask = (method: 'GET' | 'POST', path: string, body?: object) =>
    scene.app.inject({ method, url: `/api${path}`, headers: { authorization }, ...(body && { payload: body }) })
  return { ...buyer, get: (path) => ask('GET', path), post: (path, body) => ask('POST', path, body) }
}

it('keeps the suggestion of a look-up beside the address, until the address is written like it', async () => {
  const place = { id: '', text: '', address2: '', address3: '', state_province: '', country: 'GB' }
  const { name: _name, ...written } = { ...TO, ...place, address1: '17, Chalcot Road' }
  const server = await testApp({ addressLookup: { find: async () => [written] } })
  const owner = await server.signIn()
  const saved = (await server.as(owner, 'POST', BOOK, TO)).json<SavedAddress>()
  expect(saved).toMatchObject({ address1: '17 Chalcot Road', correction_status: 'unverified' })
  expect(saved.suggested).toMatchObject({ address1: '17, Chalcot Road', name: 'Idris Pembroke' })
  const listed = async (state: string) =>
    (await server.as(owner, 'GET', `${BOOK}?state=${state}`)).json<{ data: ListedAddress[] }>().data
  expect((await listed('difference')).map(({ suggested }) => suggested)).toEqual([saved.suggested])
  expect(await listed('unchecked')).toEqual([])
  const keepIt = { ids: [saved.id], keep_as_written: true }
  for (const changed of [1, 0])
    expect((await server.as(owner, 'POST', `${BOOK}/change`, keepIt)).json()).toEqual({ changed })
  expect(await listed('difference')).toEqual([])
  expect(await listed('unchecked')).toHaveLength(1)
  const answer = await server.as(owner, 'PUT', `${BOOK}/${saved.id}`, { ...TO, address1: '17, Chalcot Road' })
  expect(answer.json()).toMatchObject({ correction_status: 'verified', suggested: null })
  const spaced = await server.as(owner, 'POST', BOOK, { ...TO, address1: '17,  Chalcot Road' })
  expect(spaced.json()).toMatchObject({ correction_status: 'corrected', suggested: null })
  expect(await listed('difference')).toEqual([])
  await server.close()
})

describe('states and counts', () => {
  beforeEach(async () => {
    await keep({ name: 'Ailsa', tags: ['Press', 'late'] })
    await keep({ name: 'Bleddyn', postal_code: 'AA1 1AA', tags: ['press'], visibility: 'Public' })
    await keep({ name: 'Carys' })
    await asOwner(
      scene.database.url,
      `update address set correction_status = 'invalid', invalid_reason = 'addressee_gone_away' where name = 'Carys'`,
    )
  })

  test.each([
    ['', ['Ailsa', 'Bleddyn', 'Carys']],
    ['state=unchecked', ['Ailsa']],
    ['state=wrong', ['Bleddyn']],
    ['state=returned', ['Carys']],
    ['state=difference', []],
    ['state=twice', []],
    ['tag=PRESS', ['Ailsa', 'Bleddyn']],
    ['tag=press&visibility=Public', ['Bleddyn']],
    ['tag=press&q=ail', ['Ailsa']],
  ])('list ?%s', async (query, expected) => {
    expect(await names(query)).toEqual(expected)
  })

  test.each([
    ['', 3, { unchecked: 1, difference: 0, wrong: 1, returned: 1, twice: 0 }],
    ['tag=press', 2, { unchecked: 1, difference: 0, wrong: 1, returned: 0, twice: 0 }],
    ['q=carys', 1, { unchecked: 0, difference: 0, wrong: 0, returned: 1, twice: 0 }],
    ['visibility=Public', 1, { unchecked: 0, difference: 0, wrong: 1, returned: 0, twice: 0 }],
  ])('count ?%s', async (query, all, states) => {
    expect(await count(query)).toMatchObject({ all, states })
  })

  it('counts the tags of the whole book, whatever their case', async () => {
    expect((await count('q=carys')).tags).toMatchObject([{ count: 2 }, { tag: 'late', count: 1 }])
  })
})

describe('an addressee twice in the book', () => {
  it('is recognised by postcode, first line and name, however they are punctuated', async () => {
    await keep()
    await keep({ name: 'Idrïs  Pembroke', address1: '17, Chalcot Road.' })
    await keep({ name: 'Idris Pembroke', address1: '18 Chalcot Road' })
    await keep({ name: 'Anna Trelawny', company_name: 'Kilns & Co' })
    await keep({ name: 'Petra Ashdown', company_name: 'Kilns & Co' })
    expect((await list()).map(({ name, is_twice }) => `${name}: ${is_twice}`).toSorted()).toEqual([
      'Anna Trelawny: true',
      'Idris Pembroke: false',
      'Idris Pembroke: true',
      'Idrïs Pembroke: true',
      'Petra Ashdown: true',
    ])
    expect(await list('state=twice')).toHaveLength(4)
    expect((await count()).states.twice).toBe(4)
  })

  it('is not reported because of an address that the reader does not see', async () => {
    const other = await colleague()
    await keep({ visibility: 'Public' })
    await keep({ visibility: 'Private' })
    await keep({ visibility: 'Public' }, await aBuyer(scene, 0))
    expect((await list('', other)).map(({ is_twice }) => is_twice)).toEqual([false])
    expect(await list('state=twice', other)).toEqual([])
    expect(await list('state=twice')).toHaveLength(2)
  })

  it('is merged: one address is rewritten, the others are deleted and can be restored', async () => {
    const kept = await keep()
    const gone = await keep({ phone1: '020 7946 0018' })
    const address = { ...TO, phone1: '020 7946 0018' }
    const answer = await buyer.post(`${BOOK}/${kept.id}/merge`, { address, duplicates: [gone.id] })
    expect(answer.json()).toMatchObject({ id: kept.id, phone1: '+44 20 7946 0018' })
    expect((await list()).map(({ id, is_twice }) => [id, is_twice])).toEqual([[kept.id, false]])
    expect((await change({ ids: [gone.id], deleted: false })).json()).toEqual({ changed: 1 })
    expect(await list()).toHaveLength(2)
  })

  it('is merged completely or not at all', async () => {
    const kept = await keep()
    const hidden = await keep({ visibility: 'Private' }, await aBuyer(scene, 0))
    const merge = (duplicates: string[]) =>
      buyer.post(`${BOOK}/${kept.id}/merge`, { address: { ...TO, name: 'Changed' }, duplicates })
    expect(codeOf(await merge([hidden.id]))).toEqual([404, 'not_found'])
    expect(codeOf(await merge([kept.id]))).toEqual([400, 'invalid_request'])
    expect(await names()).toEqual(['Idris Pembroke'])
  })
})

it('says how often something was sent to an addressee, and when last', async () => {
  const { id } = await keep({ address1: '17, Chalcot Road' })
  await keep({ name: 'Somebody Else' })
  for (const key of ['first-label', 'second-label']) await buyer.buy(key)
  await buyer.buy('a-test-print', undefined, { test: true })
  const stranger = await aBuyer(scene, 100_00)
  await stranger.buy('label-of-a-stranger')
  const [{ sent, last_sent_at } = { sent: 0, last_sent_at: null }, other] = await list()
  expect([sent, other?.sent, other?.last_sent_at]).toEqual([2, 0, null])
  expect(Date.parse(last_sent_at!)).toBeGreaterThan(Date.now() - 60_000)
  expect((await buyer.get(`${BOOK}/${id}`)).json()).toMatchObject({ id, sent: 2, last_sent_at })
})

describe('several addresses at once', () => {
  it('are tagged and untagged, each tag once', async () => {
    const [one, two] = [await keep({ tags: ['PRESS'] }), await keep({ tags: ['late'] })]
    const tags = async () => (await list('orderBy=name')).map((row) => [row.id === one.id, row.tags])
    expect((await change({ ids: [one.id, two.id], add_tag: 'press' })).json()).toEqual({ changed: 1 })
    expect(await tags()).toEqual(
      expect.arrayContaining([
        [true, ['PRESS']],
        [false, ['late', 'press']],
      ]),
    )
    expect(await list('tag=press')).toHaveLength(2)
    expect((await change({ ids: [one.id, two.id], remove_tag: 'Press' })).json()).toEqual({ changed: 2 })
    expect(await tags()).toEqual(
      expect.arrayContaining([
        [true, []],
        [false, ['late']],
      ]),
    )
    expect(await list('tag=press')).toHaveLength(0)
    expect((await change({ ids: [one.id, two.id], remove_tag: 'late' })).json()).toEqual({ changed: 1 })
  })

  it('take no more tags than an address may have', async () => {
    const { id } = await keep({ tags: Array.from({ length: 20 }, (_, n) => `tag ${n}`) })
    expect((await change({ ids: [id], add_tag: 'one more' })).json()).toEqual({ changed: 0 })
  })

  it('are deleted and restored with their words', async () => {
    const ids = [(await keep({ name: 'Ailsa' })).id, (await keep({ name: 'Bleddyn' })).id]
    expect((await change({ ids, deleted: true })).json()).toEqual({ changed: 2 })
    expect([await names(), await names('q=ailsa'), (await count()).all]).toEqual([[], [], 0])
    expect((await buyer.get(`${BOOK}/${ids[0]}`)).statusCode).toBe(404)
    expect((await buyer.get(`${BOOK}/export`)).body).not.toContain('Ailsa')
    expect((await change({ ids, deleted: true })).json()).toEqual({ changed: 0 })
    expect((await change({ ids: [ids[0]], deleted: false })).json()).toEqual({ changed: 1 })
    expect([await names(), await names('q=ailsa'), await names('q=bleddyn')]).toEqual([['Ailsa'], ['Ailsa'], []])
  })

  it.each([
    ['a colleague', () => colleague()],
    ['a stranger', () => aBuyer(scene, 0)],
  ])('cannot be changed by %s who does not see them', async (_who, by) => {
    const { id } = await keep({ visibility: 'Private' })
    const other = await by()
    await asOwner(scene.database.url, `update address set suggested = '{}', tags = '{late}'`)
    for (const body of [{ deleted: true }, { add_tag: 'mine' }, { remove_tag: 'late' }, { keep_as_written: true }])
      expect((await change({ ids: [id], ...body }, other)).json()).toEqual({ changed: 0 })
    await change({ ids: [id], deleted: true })
    expect((await change({ ids: [id], deleted: false }, other)).json()).toEqual({ changed: 0 })
    expect((await other.get(`${BOOK}/${id}`)).statusCode).toBe(404)
  })
})
