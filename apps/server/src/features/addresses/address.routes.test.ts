import type { FoundAddress } from '@postroom/contract/address-calls'
import type { ErrorBody } from '@postroom/contract/errors'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { LookupFailed, type AddressLookup } from '../../addresses/address-lookup.ts'
import { offlineLookup } from '../../addresses/offline-lookup.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'

const VALIDATE = '/stamp/v1/address/validate'

/** A directory that knows one house, and fails when asked for Cardiff. */
const HOUSE: FoundAddress = {
  id: '7',
  text: '17 Chalcot Road, London, NW1 8LH',
  address1: '17 Chalcot Road',
  address2: 'Flat 2',
  address3: '',
  city: 'London',
  state_province: '',
  postal_code: 'NW1 8LH',
  country: 'GB',
}
const directory: AddressLookup = {
  async find({ id, postal_code }) {
    if (postal_code.startsWith('CF')) throw new LookupFailed('unreachable')
    return id === '7' || postal_code === 'NW1 8LH' ? [HOUSE] : []
  },
}

let server: TestApp
let token: string
let source: AddressLookup = offlineLookup

beforeAll(async () => {
  server = await testApp({ addressLookup: { find: (query) => source.find(query) } })
  token = (await server.signIn()).token
})
afterAll(() => server.close())

/** With the directory in place of the offline tables. */
async function withDirectory<T>(work: () => Promise<T>): Promise<T> {
  source = directory
  try {
    return await work()
  } finally {
    source = offlineLookup
  }
}

interface Validation {
  address: Record<string, string>
  status: string
  changes: { field: string; from: string; to: string }[]
  problems: { field: string; code: string }[]
}

const ADDRESS = { name: 'Idris Pembroke', address1: '17 Chalcot Road', city: 'London', postal_code: 'NW1 8LH' }

async function validate(change: Record<string, string>) {
  const answer = await server.as({ token }, 'POST', VALIDATE, { ...ADDRESS, ...change })
  expect(answer.statusCode).toBe(200)
  const { status, changes, problems, address } = answer.json<Validation>()
  return {
    status,
    address,
    changes: changes.map(({ field, from, to }) => `${field}: ${from} → ${to}`),
    problems: problems.map(({ field, code }) => `${field}: ${code}`),
  }
}

describe('validate, without a look-up', () => {
  test.each<[string, Record<string, string>, string, string[], string[]]>([
    ['well formed', {}, 'unverified', [], []],
    ['postcode written', { postal_code: ' nw18lh' }, 'corrected', ['postal_code: nw18lh → NW1 8LH'], []],
    ['country written', { country: 'gb' }, 'corrected', ['country: gb → GB'], []],
    ['spaces', { address1: '17  Chalcot   Road' }, 'corrected', ['address1: 17  Chalcot   Road → 17 Chalcot Road'], []],
    ['telephone written', { phone1: '020 79460018' }, 'corrected', ['phone1: 020 79460018 → +44 20 7946 0018'], []],
    [
      'telephone of the country',
      { phone1: '01 42 68 53 00', country: 'FR', postal_code: '75001', city: 'Paris' },
      'corrected',
      ['phone1: 01 42 68 53 00 → +33 1 42 68 53 00'],
      [],
    ],
    ['an impossible telephone number', { phone1: '00000000' }, 'invalid', [], ['phone1: invalid_phone']],
    ['no telephone number', { phone1: 'call me' }, 'invalid', [], ['phone1: invalid_phone']],
    [
      'a village in place of the post town',
      { city: 'St Helier', postal_code: 'JE2 4UE', country: 'JE' },
      'unverified',
      [],
      [],
    ],
    ['an unknown postcode area', { postal_code: 'AA1 1AA' }, 'invalid', [], ['postal_code: invalid_postcode']],
    ['a forces number', { postal_code: 'BFPO 58' }, 'invalid', [], ['postal_code: bfpo_number']],
    ['a forces postcode', { postal_code: 'BF1 3AA' }, 'unverified', [], []],
    ['of another country', { postal_code: 'JE2 4UE' }, 'invalid', [], ['postal_code: postcode_elsewhere']],
    ['an unknown country', { country: 'ZZ' }, 'invalid', [], ['country: invalid_country']],
    ['no street and no town', { address1: '', city: '' }, 'invalid', [], ['address1: required', 'city: required']],
  ])('%s', async (_case, change, status, changes, problems) => {
    expect(await validate(change)).toMatchObject({ status, changes, problems })
  })
})

describe('validate, with a directory', () => {
  test.each<[string, Record<string, string>, string, string[]]>([
    ["an address in the directory's spelling", { address2: 'Flat 2' }, 'verified', []],
    [
      'an address in another spelling',
      { address1: '17 chalcot road, flat 2', city: 'Camden' },
      'corrected',
      ['address1: 17 chalcot road, flat 2 → 17 Chalcot Road', 'address2:  → Flat 2', 'city: Camden → London'],
    ],
    ['another house of the street', { address1: '19 Chalcot Road' }, 'unverified', []],
    ['a directory that does not answer', { postal_code: 'CF10 5AL', city: 'Cardiff' }, 'unverified', []],
  ])('%s', async (_case, change, status, changes) => {
    expect(await withDirectory(() => validate(change))).toMatchObject({ status, changes, problems: [] })
  })

  it('asks the directory about no address with a problem', async () => {
    const telephone = { address2: 'Flat 2', phone1: '00000000' }
    const { status, changes } = await withDirectory(() => validate({ ...telephone, city: 'Camden' }))
    expect([status, changes]).toEqual(['invalid', []])
  })

  it('keeps the name and the company', async () => {
    const { address } = await withDirectory(() => validate({ address2: 'Flat 2', email: 'idris@example.com' }))
    expect(address).toMatchObject({ name: 'Idris Pembroke', email: 'idris@example.com', city: 'London' })
  })
})

const statusBy = async (app: TestApp, validator: string) => {
  const address = { ...ADDRESS, address2: 'Flat 2' }
  const answer = await app.as(await app.signIn(), 'POST', `${VALIDATE}?validator=${validator}`, address)
  const { status, fields } = answer.json<Partial<Validation> & Pick<ErrorBody, 'fields'>>()
  return status ?? fields?.map(({ field, code }) => `${field}: ${code}`).join()
}

describe('validate, with a named validator', () => {
  test.each([
    ['offline', 'unverified'],
    ['http', 'verified'],
    ['usps', 'validator: not_allowed'],
  ])('%s, with a directory', async (validator, status) => {
    expect(await withDirectory(() => statusBy(server, validator))).toBe(status)
  })

  test.each([
    ['offline', 'unverified'],
    ['http', 'validator: not_allowed'],
  ])('%s, without one', async (validator, status) => {
    const alone = await testApp()
    expect(await statusBy(alone, validator)).toBe(status)
    await alone.close()
  })
})

const lookUp = (query: string) => server.as({ token }, 'GET', `${VALIDATE}/lookup?${query}`)

describe('look-up', () => {
  test.each([
    ['country=GB&postal_code=nw18lh', 'NW1 8LH, London', 'London'],
    ['country=JE&postal_code=JE24UE', 'JE2 4UE, Jersey', 'Jersey'],
    ['postal_code=BF13AA', 'BF1 3AA, BFPO', 'BFPO'],
  ])('%s without a directory is a place', async (query, text, city) => {
    const [place, ...others] = (await lookUp(query)).json<{ data: FoundAddress[] }>().data
    expect(place).toMatchObject({ text, city, id: '', address1: '' })
    expect(others).toEqual([])
  })

  test.each([
    'postal_code=SY23+2HT',
    'postal_code=AA11AA',
    'postal_code=x',
    'country=FR&postal_code=75001',
    'city=London',
    'id=7',
    '',
  ])('%j without a directory finds nothing', async (query) => {
    expect((await lookUp(query)).json()).toEqual({ data: [] })
  })

  it('returns the addresses of a directory, and one by its id', async () => {
    const data = await withDirectory(async () => [
      (await lookUp('postal_code=NW1+8LH')).json(),
      (await lookUp('id=7')).json(),
    ])
    expect(data).toEqual([{ data: [HOUSE] }, { data: [HOUSE] }])
  })

  it('asks for a retry when the directory does not answer', async () => {
    const answer = await withDirectory(() => lookUp('postal_code=CF10+5AL'))
    expect(answer.statusCode).toBe(503)
    expect(answer.json<ErrorBody>().code).toBe('try_again')
  })
})

it('lists every country once, by name', async () => {
  const answer = await server.as({ token }, 'GET', `${VALIDATE}/countries`)
  const { data } = answer.json<{ data: { code: string; name: string }[] }>()
  expect(new Set(data.map(({ code }) => code)).size).toBe(250)
  expect(data).toContainEqual({ code: 'FR', name: 'France' })
  expect(data.findIndex(({ code }) => code === 'AX')).toBeLessThan(data.findIndex(({ code }) => code === 'FR'))
})

test.each([
  ['GET', `${VALIDATE}/countries`, undefined],
  ['GET', `${VALIDATE}/lookup?postal_code=NW18LH`, undefined],
  ['POST', VALIDATE, ADDRESS],
] as const)('%s %s needs a session', async (method, path, body) => {
  expect((await server.as({ token: 'nobody' }, method, path, body)).statusCode).toBe(401)
})

test.each([
  ['an unknown field', { ...ADDRESS, planet: 'Earth' }],
  ['a list', []],
  ['a line that is too long', { ...ADDRESS, city: 'x'.repeat(41) }],
  ['text with a direction override', { ...ADDRESS, name: 'a\u202eb' }],
])('%s is refused before the look-up', async (_case, body) => {
  const answer = await server.as({ token }, 'POST', VALIDATE, body)
  expect([answer.statusCode, answer.json<ErrorBody>().code]).toEqual([400, 'invalid_request'])
})
