import type { SavedAddress } from '@postroom/contract/address-book'
import type { ErrorBody } from '@postroom/contract/errors'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { asOwner } from '../../testing/test-database.ts'

const BOOK = '/api/stamp/v1/address'

let server: TestApp
let authorization: string
beforeAll(async () => {
  server = await testApp()
  authorization = `Bearer ${(await server.signIn()).token}`
})
afterAll(() => server.close())
beforeEach(() => asOwner(server.database.url, 'delete from address'))

const upload = (payload: string | Buffer, query = '', type = 'text/csv; charset=utf-8') =>
  server.app.inject({
    method: 'POST',
    url: `${BOOK}/import${query}`,
    headers: { authorization, 'content-type': type },
    payload,
  })
const download = () => server.app.inject({ url: `${BOOK}/export`, headers: { authorization } })

interface Imported {
  rows: number
  imported: number
  problems: { field: string; code: string }[]
  data: Omit<SavedAddress, 'id'>[]
}

/** Every stored address, without the fields that differ from one import to the next. */
async function kept(): Promise<object[]> {
  const answer = await server.app.inject({ url: `${BOOK}?length=100`, headers: { authorization } })
  return answer
    .json<{ data: SavedAddress[] }>()
    .data.map(({ id: _id, correction_status: _status, ...fields }) => fields)
}

const codesOf = (problems: { field: string; code: string }[]) =>
  new Set(problems.map(({ field, code }) => `${field}: ${code}`))

/** A file of so many addresses, with three names in turn. */
const fileOf = (rows: number) => {
  const lines = Array.from({ length: rows }, (_, index) => `Same ${index % 3},${index} Mill Road,Bath,BA1 1AA`)
  return ['name,address1,city,postal_code', ...lines].join('\n')
}

const FILE = `name,address1,city,postal_code,visibility,isResidential,tags
Idris Pembroke,17 Chalcot Road,London,nw18lh,,TRUE,press;customer

"Trelawny, Morwenna",1 Ferry Road,Truro,TR1 2AB,Public,false,`

describe('import', () => {
  it('adds every row', async () => {
    expect((await upload(FILE)).json()).toEqual({ rows: 2, imported: 2, problems: [], data: [] })
    expect(await kept()).toMatchObject([
      { name: 'Idris Pembroke', postal_code: 'NW1 8LH', visibility: 'Private', isResidential: true, tags: ['press', 'customer'] }, // prettier-ignore
      { name: 'Trelawny, Morwenna', country: 'GB', visibility: 'Public', isResidential: false, tags: [] },
    ])
  })

  it('is searched at once, before the database has gathered statistics by itself', async () => {
    expect((await upload(fileOf(1_000))).statusCode).toBe(200)
    const found = await server.app.inject({ url: `${BOOK}?q=mill+same+99`, headers: { authorization } })
    expect([found.statusCode, found.json<{ total: number }>().total]).toEqual([200, 11]) // 99 and 990 to 999
  })

  it('waits for another large import, and both are stored', async () => {
    const answers = await Promise.all([upload(fileOf(1_000)), upload(fileOf(1_000))])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  })

  it('previews what would be stored, and stores nothing', async () => {
    const { data, ...counts } = (await upload(FILE, '?preview=true')).json<Imported>()
    expect(counts).toEqual({ rows: 2, imported: 0, problems: [] })
    expect(data[0]).toMatchObject({ postal_code: 'NW1 8LH', correction_status: 'corrected' })
    expect(await kept()).toEqual([])
  })

  it('adds nothing when one row is invalid, and names the errors of each row', async () => {
    const file = `${FILE}\n,,London,XX,Secret,maybe,\nA,1 Mill Road,Bath,BA1 1AA,,,,surplus\n,1 Mill Road,Bath,BA1 1AA`
    const expected = [
      '6: invalid',
      '5.address1: required',
      '5.postal_code: invalid_postcode',
      '5.isResidential: invalid_type',
      '5.visibility: not_allowed',
      '7.name: name_or_company_required',
    ]
    const refused = await upload(file)
    expect([refused.statusCode, refused.json<ErrorBody>().code]).toEqual([400, 'invalid_request'])
    expect(codesOf(refused.json<ErrorBody>().fields ?? [])).toEqual(new Set(expected))
    const previewed = (await upload(file, '?preview=true')).json<Imported>()
    expect(codesOf(previewed.problems)).toEqual(new Set(expected))
    expect(await kept()).toEqual([])
  })

  it('reads French and Windows-1252 files as spreadsheets write them', async () => {
    const file = Buffer.from(
      'name;address1;city;postal_code;country\r\nZo\xeb;1, rue Neuve;Paris;75001;FR\r\n',
      'latin1',
    )
    expect((await upload(file)).json<Imported>()).toMatchObject({ imported: 1 })
    expect(await kept()).toMatchObject([{ name: 'Zoë', address1: '1, rue Neuve' }])
  })

  it('shows twenty rows of a preview, and a hundred problems', async () => {
    const preview = (await upload(fileOf(25), '?preview=true')).json<Imported>()
    expect([preview.rows, preview.data.length]).toEqual([25, 20])
    const bad = (await upload(fileOf(120).replaceAll('BA1 1AA', 'XX'), '?preview=true')).json<Imported>()
    expect(bad.problems).toHaveLength(100)
  })

  it('takes at most 5,000 rows', async () => {
    expect((await upload(fileOf(5000))).json<Imported>()).toMatchObject({ imported: 5000 })
    expect((await upload(fileOf(5001))).json<ErrorBody>().code).toBe('body_too_large')
    const counted = await asOwner(server.database.url, 'select count(*)::int as count from address')
    expect(counted.rows).toEqual([{ count: 5000 }])
  })

  test.each([
    ['more than 1 MiB', 'x'.repeat(1024 * 1024 + 1), 'text/csv', 'body_too_large'],
    ['a workbook', 'PK\u0003\u0004', 'text/csv', 'invalid_request'],
    ['nothing', '', 'text/csv', 'invalid_request'],
    ['JSON', '{}', 'application/json', 'unsupported_media_type'],
    ['a form', 'a=b', 'application/x-www-form-urlencoded', 'unsupported_media_type'],
  ])('refuses %s', async (_case, payload, type, code) => {
    expect((await upload(payload, '', type)).json<ErrorBody>().code).toBe(code)
    expect(await kept()).toEqual([])
  })
})

describe('export', () => {
  it('imports again unchanged, and no cell is a formula', async () => {
    const nasty = [
      { name: '=HYPERLINK("https://example.com","x")', company_name: '@SUM(A1)', code: '-1+1', tags: ['+a', "it's"] },
      { name: "'=quoted", company_name: '"; drop, "', phone1: '+44 20 7946 0018', visibility: 'Public' },
      { name: 'Zoë O’Brien; Łódź', isResidential: true, email: 'zoe@example.com', address3: '\u00a0-1' },
    ]
    for (const change of nasty) {
      const address = { address1: '1 Mill Road', city: 'Bath', postal_code: 'BA1 1AA', ...change }
      const headers = { authorization }
      expect((await server.app.inject({ method: 'POST', url: BOOK, headers, payload: address })).statusCode).toBe(200)
    }
    const before = await kept()
    const file = await download()
    expect(file.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="addresses.csv"',
      'cache-control': 'no-store',
    })
    expect(file.body).toMatch(/^\uFEFFcode,company_name,name,.*\r\n/)
    expect(file.body).not.toMatch(/(?:^|[,"\n])[\s\u00a0]*[=+\-@]/m)
    await asOwner(server.database.url, 'delete from address')
    expect((await upload(file.rawPayload)).json<Imported>()).toMatchObject({ imported: nasty.length })
    expect(await kept()).toEqual(before)
  })

  it('writes every address once, in order of name, over many pages', async () => {
    await upload(fileOf(2500))
    const lines = (await download()).body.trim().split('\r\n').slice(1)
    expect(new Set(lines).size).toBe(2500)
    expect(lines.map((line) => line.split(',')[2])).toEqual(
      ['Same 0', 'Same 1', 'Same 2'].flatMap((name, index) =>
        Array.from({ length: index === 0 ? 834 : 833 }, () => name),
      ),
    )
  })

  it('is recorded in the audit log, as an import is', async () => {
    await upload(FILE)
    await download()
    const events = await asOwner(server.database.url, 'select event, details from audit_event order by id desc limit 2')
    expect(events.rows).toEqual([
      { event: 'addresses_exported', details: { rows: 2 } },
      { event: 'addresses_imported', details: { rows: 2 } },
    ])
  })
})
