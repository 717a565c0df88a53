import type { SavedAddress } from '@postroom/contract/address-book'
import type { ErrorBody } from '@postroom/contract/errors'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { asOwner } from '../../testing/test-database.ts'
import { insertOrganisation, insertUser } from '../identity/user.store.ts'

const BOOK = '/stamp/v1/address'
const NOWHERE = '3f1c3c3e-5d0b-4a4e-9a7e-111111111111'

interface Person {
  token: string
}
interface Page {
  data: SavedAddress[]
  total: number
  start: number
  length: number
}

let server: TestApp
let owner: Person
let colleague: Person
let stranger: Person
beforeAll(async () => {
  server = await testApp()
  const { db } = server.context
  owner = await server.signIn()
  const { organisation_id, password_hash } = await db
    .selectFrom('app_user')
    .select(['organisation_id', 'password_hash'])
    .where('username', '=', 'demo')
    .executeTakeFirstOrThrow()
  const { id: elsewhere } = await insertOrganisation(db, 'Another Ltd')
  const join = (username: string, organisation: string) =>
    insertUser(db, {
      organisation_id: organisation,
      username,
      email: `${username}@example.com`,
      fullname: 'A Person',
      password_hash,
      plan: 'full',
      permissions: [],
      roles: [],
    })
  await join('colleague', organisation_id)
  await join('stranger', elsewhere)
  colleague = await server.signIn('colleague' as 'demo')
  stranger = await server.signIn('stranger' as 'demo')
})
afterAll(() => server.close())
beforeEach(() => asOwner(server.database.url, 'delete from address'))

const ADDRESS = { name: 'Idris Pembroke', address1: '17 Chalcot Road', city: 'London', postal_code: 'NW1 8LH' }

async function keep(change: object = {}, by = owner): Promise<SavedAddress> {
  const answer = await server.as(by, 'POST', BOOK, { ...ADDRESS, ...change })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
async function list(query = '', by = owner): Promise<string[]> {
  const answer = await server.as(by, 'GET', `${BOOK}?${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Page>().data.map(({ name }) => name)
}
const refusalOf = (answer: { statusCode: number; json(): unknown }) => {
  const { code, fields = [] } = answer.json() as ErrorBody
  return [answer.statusCode, code, ...fields.map((field) => `${field.field}: ${field.code}`)]
}

describe('an address', () => {
  it('is stored normalised, with every field of spec §3', async () => {
    const given = {
      ...ADDRESS,
      postal_code: 'nw18lh',
      code: 'C-1',
      company_name: 'Llewellyn Bindery Ltd',
      address2: 'Flat 2',
      address3: 'Rear',
      state_province: 'Greater London',
      email: 'idris@example.com',
      phone1: '020 79460018',
      isResidential: true,
      visibility: 'Public',
      tags: ['customer', 'press', 'customer'],
    }
    const saved = await keep(given)
    expect(saved).toEqual({
      ...given,
      id: saved.id,
      country: 'GB',
      postal_code: 'NW1 8LH',
      phone1: '+44 20 7946 0018',
      tags: ['customer', 'press'],
      correction_status: 'corrected',
      invalid_reason: null,
      suggested: null,
    })
  })

  test.each([
    ['well formed', {}, 'unverified'],
    ['written otherwise', { address1: '17  Chalcot   Road' }, 'corrected'],
    ['in a postcode area that does not exist', { postal_code: 'AA1 1AA' }, 'invalid'],
  ])('%s', async (_case, change, status) => {
    expect((await keep(change)).correction_status).toBe(status)
  })

  it('is Private by default', async () => {
    expect(await keep()).toMatchObject({ visibility: 'Private', isResidential: false, tags: [], code: '' })
  })

  it('is updated, found by its new words and no longer by the old ones', async () => {
    const { id } = await keep({ tags: ['press'] })
    const answer = await server.as(owner, 'PUT', `${BOOK}/${id}`, { ...ADDRESS, name: 'Morwenna Trelawny' })
    expect(answer.json()).toMatchObject({ id, name: 'Morwenna Trelawny', tags: [] })
    expect([await list('q=trelawny'), await list('q=pembroke'), await list('q=press')]).toEqual([
      ['Morwenna Trelawny'],
      [],
      [],
    ])
  })

  it('is deleted, and no longer found', async () => {
    const { id } = await keep()
    expect((await server.as(owner, 'DELETE', `${BOOK}/${id}`)).json()).toEqual({ id })
    expect(refusalOf(await server.as(owner, 'DELETE', `${BOOK}/${id}`))).toEqual([404, 'not_found'])
    expect([await list(), await list('q=pembroke')]).toEqual([[], []])
  })

  test.each([
    ['no street', { address1: '' }, 'address1: required'],
    ['another country', { postal_code: 'JE2 4UE' }, 'postal_code: postcode_elsewhere'],
    ['another visibility', { visibility: 'Everybody' }, 'visibility: not_allowed'],
    ['a tag with a semicolon', { tags: ['a;b'] }, 'tags.0: invalid'],
    ['too many tags', { tags: Array.from({ length: 21 }, String) }, 'tags: too_big'],
    ['another user as its owner', { owner_id: NOWHERE }, 'owner_id: unknown_field'],
    ['a status in the request', { correction_status: 'verified' }, 'correction_status: unknown_field'],
  ])('is refused with %s', async (_case, change, field) => {
    const answer = await server.as(owner, 'POST', BOOK, { ...ADDRESS, ...change })
    expect(refusalOf(answer)).toEqual([400, 'invalid_request', field])
  })
})

describe('visibility of an address', () => {
  const people = { owner: () => owner, colleague: () => colleague, stranger: () => stranger }

  test.each([
    ['Private', 'owner', true],
    ['Private', 'colleague', false],
    ['Private', 'stranger', false],
    ['Public', 'owner', true],
    ['Public', 'colleague', true],
    ['Public', 'stranger', false],
  ] as const)('%s, %s: %s', async (visibility, who, isSeen) => {
    const by = people[who]()
    const { id } = await keep({ visibility, tags: ['press'] })
    const names = isSeen ? [ADDRESS.name] : []
    const found = await server.as(by, 'POST', `${BOOK}/search`, { tags: ['press'] })
    const exported = (await server.as(by, 'GET', `${BOOK}/export`)).body
    expect(await list('', by)).toEqual(names)
    expect(await list('q=idris', by)).toEqual(names)
    expect(await list(`visibility=${visibility}`, by)).toEqual(names)
    expect(found.json()).toMatchObject({ total: names.length })
    expect(exported.includes(ADDRESS.name)).toBe(isSeen)
    const status = isSeen ? 200 : 404
    expect((await server.as(by, 'PUT', `${BOOK}/${id}`, { ...ADDRESS, visibility })).statusCode).toBe(status)
    expect((await server.as(by, 'DELETE', `${BOOK}/${id}`)).statusCode).toBe(status)
    expect(await list()).toEqual(isSeen ? [] : [ADDRESS.name])
  })

  it('answers not_found for an address that the reader may not see', async () => {
    const { id } = await keep()
    const answers = await Promise.all(
      [id, NOWHERE].map((path) => server.as(colleague, 'PUT', `${BOOK}/${path}`, ADDRESS)),
    )
    const [hidden, unknown] = answers.map((answer) => ({ ...answer.json<ErrorBody>(), request_id: '' }))
    expect(hidden).toEqual(unknown)
    expect(hidden?.code).toBe('not_found')
  })

  it('only the owner may make it Private', async () => {
    const { id } = await keep({ visibility: 'Public' })
    const change = (by: Person) => server.as(by, 'PUT', `${BOOK}/${id}`, { ...ADDRESS, visibility: 'Private' })
    expect(refusalOf(await change(colleague))).toEqual([400, 'invalid_request', 'visibility: not_allowed'])
    expect(await list('', colleague)).toEqual([ADDRESS.name])
    expect((await change(owner)).statusCode).toBe(200)
    expect(await list('', colleague)).toEqual([])
  })

  test.each([
    ['POST', BOOK, ADDRESS],
    ['GET', BOOK, undefined],
    ['PUT', `${BOOK}/${NOWHERE}`, ADDRESS],
    ['DELETE', `${BOOK}/${NOWHERE}`, undefined],
    ['POST', `${BOOK}/search`, {}],
    ['GET', `${BOOK}/export`, undefined],
    ['POST', `${BOOK}/import`, undefined],
    ['GET', `${BOOK}/count`, undefined],
    ['GET', `${BOOK}/${NOWHERE}`, undefined],
    ['POST', `${BOOK}/change`, { ids: [NOWHERE], deleted: true }],
    ['POST', `${BOOK}/${NOWHERE}/merge`, { address: ADDRESS, duplicates: [NOWHERE] }],
  ] as const)('%s %s is refused on the Lite plan', async (method, path, body) => {
    const answer = await server.as(await server.signIn('lite'), method, path, body)
    expect(refusalOf(answer)).toEqual([403, 'not_in_plan'])
  })
})

describe('search', () => {
  beforeEach(async () => {
    await keep({ tags: ['Press', 'customer'], code: 'C1047' })
    await keep({ name: 'Zoë O’Brien', address1: '3 Straße', city: 'Łódź', country: 'PL', postal_code: '90-001' })
    await keep({ name: 'Élodie Duchêne', company_name: 'Kilns & Co', visibility: 'Public', tags: ['press'] })
    await keep({ name: 'anna Trelawny', email: 'anna@example.com', phone1: '020 7946 0018' })
  })

  test.each([
    ['', ['anna Trelawny', 'Élodie Duchêne', 'Idris Pembroke', 'Zoë O’Brien']],
    ['q=', ['anna Trelawny', 'Élodie Duchêne', 'Idris Pembroke', 'Zoë O’Brien']],
    ['q=pem', ['Idris Pembroke']],
    ['q=PEMBROKE%20idr', ['Idris Pembroke']],
    ['q=embroke', []],
    ['q=zoe', ['Zoë O’Brien']],
    ['q=obrien', ['Zoë O’Brien']],
    ['q=strasse%20lodz', ['Zoë O’Brien']],
    ['q=duch%C3%AAne', ['Élodie Duchêne']],
    ['q=kilns', ['Élodie Duchêne']],
    ['q=nw18lh%20pembroke', ['Idris Pembroke']],
    ['q=nw1%208lh%20pembroke', ['Idris Pembroke']],
    ['q=c1047', ['Idris Pembroke']],
    ['q=anna%40example.com', ['anna Trelawny']],
    ['q=7946', ['anna Trelawny']],
    ['q=customer', ['Idris Pembroke']],
    ['q=pembroke%20zoe', []],
    ['q=17%20c1047%20chalcot%20customer%20idris%20london%20pembroke%20zz', []],
    ['q=17%20c1047%20chalcot%20customer%20idris%20london%20pembroke%20press%20zz', ['Idris Pembroke']],
    ['q=%25', []],
    ['q=_', []],
    ['q=%23press', ['Élodie Duchêne', 'Idris Pembroke']],
    ['visibility=Public', ['Élodie Duchêne']],
    ['visibility=Public&q=pem', []],
    ['orderAsc=false', ['Zoë O’Brien', 'Idris Pembroke', 'Élodie Duchêne', 'anna Trelawny']],
    ['orderBy=city&length=1&orderAsc=true', ['Zoë O’Brien']],
    ['orderBy=known_as', ['anna Trelawny', 'Idris Pembroke', 'Élodie Duchêne', 'Zoë O’Brien']],
    ['start=1&length=2', ['Élodie Duchêne', 'Idris Pembroke']],
    ['start=9', []],
  ])('list ?%s', async (query, names) => {
    expect(await list(query)).toEqual(names)
  })

  test.each([
    [{}, 4],
    [{ tags: ['press'] }, 2],
    [{ tags: ['PRESS', 'customer'] }, 1],
    [{ tags: ['pres'] }, 0],
    [{ visibility: 'Public' }, 1],
    [{ visibility: 'Private', tags: ['press'] }, 1],
  ])('search %j', async (body, total) => {
    const answer = await server.as(owner, 'POST', `${BOOK}/search?length=1`, body)
    expect(answer.json<Page>()).toMatchObject({ total, start: 0, length: 1 })
    expect(answer.json<Page>().data).toHaveLength(Math.min(total, 1))
  })
})

describe('hostile queries', () => {
  const INJECTIONS = [`name; drop table address`, `(select 1)`, `name' or '1'='1`, `"name"`, `password_hash`, `name--`]

  test.each(INJECTIONS)('orderBy %s is refused', async (text) => {
    const query = `orderBy=${encodeURIComponent(text)}`
    for (const answer of [
      await server.as(owner, 'GET', `${BOOK}?${query}`),
      await server.as(owner, 'POST', `${BOOK}/search?${query}`, {}),
    ])
      expect(refusalOf(answer)).toEqual([400, 'invalid_request', 'orderBy: not_allowed'])
  })

  test.each([
    ...INJECTIONS,
    `%' or true --`,
    `\\`,
    `' union select password_hash from app_user --`,
    `:*|!&`,
    `\u{10ffff}`,
  ])('q %s finds only addresses with these words', async (text) => {
    await keep()
    expect(await list(`q=${encodeURIComponent(text)}`)).toEqual([])
    expect(await list()).toEqual([ADDRESS.name])
  })

  test.each([
    ['length=101', 'length: too_big'],
    ['length=0', 'length: too_small'],
    ['start=-1', 'start: too_small'],
    ['start=1&start=2', 'start: invalid_type'],
    [`q=${'x'.repeat(101)}`, 'q: too_long'],
    ['q=a%00', 'q: character_not_printable'],
    ['visibility=public', 'visibility: not_allowed'],
    ['owner_id=1', 'owner_id: unknown_field'],
  ])('?%s is refused', async (query, field) => {
    expect(refusalOf(await server.as(owner, 'GET', `${BOOK}?${query}`))).toEqual([400, 'invalid_request', field])
  })
})
