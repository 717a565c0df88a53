import type { StatementLine } from '@postroom/contract/carrier-account'
import type { ErrorBody } from '@postroom/contract/errors'
import type { Shipment } from '@postroom/contract/shipment'
import type { VatStatement } from '@postroom/contract/vat-statement'
import { execFileSync } from 'node:child_process'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aBuyer, PRICE, purchaseScene, type Buyer, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { asOwner } from '../../testing/test-database.ts'

const SELLER = { name: 'Postroom', address: ['1 Market Square', 'SY20 8AE'], vat_number: 'GB980780684' }
const BILLING = {
  company_name: 'Llewellyn Bindery Ltd',
  address1: '14 Heol y Gogledd',
  city: 'Aberystwyth',
  postal_code: 'sy232ht',
}
const TRACKED = {
  service: 'TR48',
  options: [{ code: 'tracked' }],
  parcels: [{ packaging: 'small_parcel', weight: { value: 500 } }],
}

let scene: PurchaseScene
let buyer: Buyer
beforeAll(async () => {
  scene = await purchaseScene(100_00)
})
afterAll(() => scene.close())
beforeEach(async () => {
  scene.context.settings.seller = SELLER
  scene.context.now = () => new Date('2026-11-20T10:00:00Z')
  buyer = await aManager()
})

async function aManager(): Promise<Buyer> {
  const manager = await aBuyer(scene, 1_000_00)
  const { db } = scene.context
  const own = db.updateTable('app_user').set({ permissions: ['administration', 'carr_rm', 'void'] })
  await own.where('organisation_id', '=', manager.organisation).execute()
  return manager
}

/** The current month in the database, which dates movements by its own clock. */
const month = async () => {
  const { rows } = await sql<{
    month: string
  }>`select to_char(now() at time zone 'Europe/London', 'YYYY-MM') as month`.execute(scene.context.db)
  return rows[0]!.month
}
const statementOf = async (kind = '') =>
  buyer.get(`/stamp/v1/carrieraccount/${buyer.account}/vat-statement${kind}?month=${await month()}`)
const buy = async (key: string, change: object = {}, more: object = {}) =>
  (await buyer.buy(`purchase-${key}`, buyer.draft(change), more)).json<Shipment>()
const textOf = (pdf: Buffer) => execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf }).toString()

const bill = (change: object) =>
  buyer.put(`/stamp/v1/carrieraccount/${buyer.account}`, { billing: { ...BILLING, ...change } })

const sum = (amounts: readonly number[]): number => amounts.reduce((one, other) => one + other, 0)

describe('the billing address', () => {
  it('fits the statement and the receipt with the longest texts', async () => {
    const longest = { name: 60, company_name: 60, address1: 80, address2: 80, address3: 80, city: 40 }
    for (let [field, length] of Object.entries(longest)) {
      let answer = await bill({ [field]: 'W'.repeat(length) })
      while (answer.statusCode === 400) answer = await bill({ [field]: 'W'.repeat(--length) })
      longest[field as keyof typeof longest] = length
    }
    const texts = Object.entries(longest).map(([field, length]) => [field, 'W'.repeat(length)])
    expect((await bill(Object.fromEntries(texts) as object)).statusCode).toBe(200)
    expect((await statementOf('.pdf')).statusCode).toBe(200)
    expect(await receiptOf(await buy('longest'))).toContain('W'.repeat(20))
  })

  it.each([
    [{ company_name: 'Press 👍' }, 'billing.company_name'],
    [{ city: '\u{10FFFF}' }, 'billing.city'],
  ])('is refused with a character that documents cannot show: %j', async (change, field) => {
    const refused = await bill(change)
    expect(refused.statusCode).toBe(422)
    expect(refused.json<ErrorBody>()).toMatchObject({ code: 'character_not_printable', fields: [{ field }] })
    expect((await statementOf('.pdf')).statusCode).toBe(200)
  })
})

describe('the VAT statement of a month', () => {
  it('adds up purchases by rate, less refunds', async () => {
    await buy('exempt', {}, { query: { handling_charge: '75' } })
    await buy('taxed', TRACKED)
    const given = await buy('given-back', TRACKED)
    const voided = await buyer.put(`/stamp/v1/shipment/${given.id}/void`, { cancellation_reason: 'Wrong address' })
    expect(voided.json()).toMatchObject({ status: 'voided' })

    const statement = (await statementOf()).json<VatStatement>()
    expect(statement.seller).toEqual(SELLER)
    expect(statement.groups).toEqual([
      { group: 'standard', net: 304, vat: 61, gross: 365 },
      { group: 'exempt', net: PRICE, vat: 0, gross: PRICE },
      { group: 'outside', net: 75, vat: 0, gross: 75 },
    ])
    const gross = 365 + PRICE + 75
    expect(statement.days).toEqual([{ day: expect.any(String) as string, net: gross - 61, vat: 61, gross }])
  })

  it('agrees to the penny with the movements of the account', async () => {
    await buy('own-fee', {}, { query: { handling_charge: '75' } })
    await buy('taxed-postage', TRACKED)
    const { id } = await buy('taken-back', TRACKED, { query: { handling_charge: '33' } })
    await buyer.put(`/stamp/v1/shipment/${id}/void`, { cancellation_reason: 'Wrong address' })
    await buy('the-last', {})
    const { groups, days } = (await statementOf()).json<VatStatement>()
    const { data } = (await buyer.get(`/stamp/v1/carrieraccount/${buyer.account}/statement?length=100`)).json<{
      data: StatementLine[]
    }>()
    const spent = -sum(data.filter(({ kind }) => kind !== 'topup').map(({ amount }) => amount))
    expect(spent).toBe(365 + 2 * PRICE + 75)
    for (const shares of [groups, days]) {
      expect(sum(shares.map(({ gross }) => gross))).toBe(spent)
      for (const { net, vat, gross } of shares) expect(net + vat).toBe(gross)
    }
  })

  it('has a CSV row for each rate of every movement, with the receipt number', async () => {
    const { id } = await buy('both', TRACKED, { query: { handling_charge: '75' } })
    const csv = (await statementOf('.csv')).body.split('\r\n')
    expect(csv[0]).toBe('\uFEFFday,kind,receipt_no,shipment_id,vat_group,net_gbp,vat_gbp,gross_gbp')
    expect(csv.slice(1, 3).map((line) => line.replace(/^[^,]*,/, '').replace(/R-\d{6}/, 'R-1'))).toEqual([
      `purchase,R-1,${id},standard,3.04,0.61,3.65`,
      `purchase,R-1,${id},outside,0.75,0,0.75`,
    ])
  })

  it('has refunds below zero in the CSV file', async () => {
    const { id } = await buy('to-give-back', TRACKED, { query: { handling_charge: '75' } })
    await buyer.put(`/stamp/v1/shipment/${id}/void`, { cancellation_reason: 'Wrong address' })
    const lines = (await statementOf('.csv')).body.trimEnd().split('\r\n').slice(1)
    expect(lines.map((line) => line.replace(/^[^,]*,(\w+),R-\d{6},[\w-]+,/, '$1,'))).toEqual([
      'purchase,standard,3.04,0.61,3.65',
      'purchase,outside,0.75,0,0.75',
      'refund,standard,-3.04,-0.61,-3.65',
      'refund,outside,-0.75,0,-0.75',
    ])
  })

  it('is a PDF that names seller and buyer', async () => {
    await buyer.put(`/stamp/v1/carrieraccount/${buyer.account}`, { billing: BILLING })
    await buy('paper', TRACKED)
    const answer = await statementOf('.pdf')
    expect(answer.headers['content-type']).toBe('application/pdf')
    const text = textOf(answer.rawPayload).replaceAll(/\s+/g, ' ')
    for (const shown of ['VAT number GB980780684', 'Llewellyn Bindery Ltd', 'SY23 2HT', '20% £3.04 £0.61 £3.65'])
      expect(text).toContain(shown)
  })

  it('shows gross amounts only when the seller has no VAT number, and says so', async () => {
    scene.context.settings.seller = { name: 'Postroom', address: [] }
    await buy('no-number', TRACKED)
    expect((await statementOf()).json<VatStatement>().seller.vat_number).toBeNull()
    expect((await statementOf('.csv')).body).toMatch(/,standard,,,3\.65/)
    expect(textOf((await statementOf('.pdf')).rawPayload)).toContain('This is not a VAT statement')
  })

  it('leaves out other months', async () => {
    await buy('this-month')
    const other = await buyer.get(`/stamp/v1/carrieraccount/${buyer.account}/vat-statement?month=2020-01`)
    expect(other.json()).toMatchObject({ groups: [], days: [] })
  })

  it.each(['vat-statement.csv', 'vat-statement.pdf', 'statement.csv'])(
    'is recorded when it is saved as %s, and is not given out when that fails',
    async (file) => {
      const query = file.startsWith('vat') ? `?month=${await month()}` : ''
      const save = () => buyer.get(`/stamp/v1/carrieraccount/${buyer.account}/${file}${query}`)
      expect((await save()).statusCode).toBe(200)
      const audited = scene.context.db.selectFrom('audit_event').where('organisation_id', '=', buyer.organisation)
      const exports = audited.where('event', '=', 'statement_exported').select('subject')
      expect(await exports.execute()).toEqual([{ subject: buyer.account }])
      await asOwner(scene.database.url, 'alter table audit_event add constraint nothing_more check (false) not valid')
      const refused = await save()
      await asOwner(scene.database.url, 'alter table audit_event drop constraint nothing_more')
      expect([refused.statusCode, refused.json<ErrorBody>().code]).toEqual([500, 'internal_error'])
    },
  )

  it.each(['2026-13', '2026-1', '1026-01', 'x'])('refuses the month %s', async (wrong) => {
    const answer = await buyer.get(`/stamp/v1/carrieraccount/${buyer.account}/vat-statement?month=${wrong}`)
    expect([answer.statusCode, answer.json<ErrorBody>().code]).toEqual([400, 'invalid_request'])
  })
})

const receiptOf = async ({ docs }: Shipment) => {
  const { url } = docs.find(({ type }) => type === 'receipt')!
  const path = url.slice(url.indexOf('/stamp/'))
  return textOf((await buyer.get(path)).rawPayload).replaceAll(/\s+/g, ' ')
}

describe('the receipt of a purchase', () => {
  it('is a VAT receipt made out to the buyer when the seller has a VAT number', async () => {
    await buyer.put(`/stamp/v1/carrieraccount/${buyer.account}`, { billing: BILLING })
    const text = await receiptOf(await buy('vat-receipt', TRACKED))
    for (const shown of ['VAT receipt', 'GB980780684', 'Llewellyn Bindery Ltd', 'ABERYSTWYTH', '20% £3.04 £0.61 £3.65'])
      expect(text).toContain(shown)
  })

  it('names buyer and seller as they were at the sale, however late it is opened first', async () => {
    await buyer.put(`/stamp/v1/carrieraccount/${buyer.account}`, { billing: BILLING })
    const shipment = await buy('opened-late', TRACKED)
    await buyer.put(`/stamp/v1/carrieraccount/${buyer.account}`, {
      billing: { ...BILLING, company_name: 'Renamed Ltd' },
    })
    scene.context.settings.seller = { name: 'Sold On', address: [], vat_number: 'GB999999973' }
    await asOwner(scene.database.url, `select erase_party('{${shipment.id}}', 'to')`)
    const { docs } = (await buyer.get(`/stamp/v1/shipment/${shipment.id}`)).json<Shipment>()
    const text = await receiptOf({ ...shipment, docs })
    for (const shown of ['Llewellyn Bindery Ltd', 'GB980780684']) expect(text).toContain(shown)
    for (const later of ['Renamed Ltd', 'Sold On']) expect(text).not.toContain(later)
  })

  it('says that it is not a VAT receipt when the seller has no number', async () => {
    scene.context.settings.seller = { name: 'Postroom', address: [] }
    const text = await receiptOf(await buy('no-vat-receipt', TRACKED))
    expect(text).toContain('This is not a VAT receipt: the seller has stated no VAT number.')
  })

  it('is numbered in one series over all organisations', async () => {
    const numbers: number[] = []
    for (const other of [buyer, await aManager(), buyer]) {
      const bought = await other.buy(`numbered-${numbers.length}`)
      const { docs } = bought.json<Shipment>()
      const { url } = docs.find(({ type }) => type === 'receipt')!
      const text = textOf((await other.get(url.slice(url.indexOf('/stamp/')))).rawPayload)
      numbers.push(Number(/R-(\d{6})/.exec(text)![1]))
    }
    expect(numbers[1]).toBe(numbers[0]! + 1)
    expect(numbers[2]).toBe(numbers[1]! + 1)
  })
})
