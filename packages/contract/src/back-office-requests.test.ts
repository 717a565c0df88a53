import { describe, expect, test } from 'vitest'
import { validateAddress } from './address-calls.ts'
import { inviteMember } from './administration.ts'
import { API_KEYS_MAX } from './api-key.ts'
import { importBankStatementCsv, setBankLineAside, STATEMENT_LINES_MAX } from './bank-statement.ts'
import { updateCarrierAccount } from './carrier-account.ts'
import {
  bookCarrierInvoice,
  downloadInvoiceEvidence,
  importCarrierInvoice,
  INVOICE_LINES_MAX,
} from './carrier-invoice.ts'
import { CONTRACT_PRICES_MAX } from './contract-price.ts'
import { DEVICE_OPERATIONS } from './device-messages.ts'
import { ENROLMENT_CODES_MAX } from './enrolment.ts'
import { updateSelf } from './identity.ts'
import { saveOrganisationSettings } from './organisation-settings.ts'
import { receivePaymentEvent } from './payment.ts'
import { makeReturnLabel } from './return-label.ts'
import { EXAMPLES_MAX } from './sending-rule.ts'
import { saveReferenceFields } from './shipment-references.ts'
import { SHOPS_MAX } from './shop.ts'
import { everyCall } from './testing/every-call.ts'
import { listOf, testBounds, text } from './testing/bounds.ts'

const ID = '0192f7c2-5d8b-7c3a-9a51-3f0f6f6c2b11'
const mail = (length: number) => `${text(length - 64 - 9)}@${text(60)}.example.com`.slice(-length)

test.each([
  // promise                                 in code               figure
  ['API keys of an organisation', API_KEYS_MAX, 20],
  ['lines of a bank statement', STATEMENT_LINES_MAX, 10_000],
  ['lines of an invoice of a carrier', INVOICE_LINES_MAX, 10_000],
  ['contract prices of a list', CONTRACT_PRICES_MAX, 2_000],
  ['codes to enrol devices with', ENROLMENT_CODES_MAX, 20],
  ['examples of a rule', EXAMPLES_MAX, 3],
  ['shops of an organisation', SHOPS_MAX, 20],
])('%s: %i', (_promise, actual, figure) => expect(actual).toBe(figure))

test('some calls take a larger or smaller body than 1 MiB', () => {
  const sizes = everyCall().flatMap(({ id, bodyMaxBytes }) => (bodyMaxBytes ? [[id, bodyMaxBytes]] : []))
  expect(Object.fromEntries(sizes)).toEqual({
    addContractPrices: 524_288,
    checkBatch: 2_097_152,
    checkContractPrices: 524_288,
    importBankStatement: 5_242_880,
    importBankStatementCsv: 5_242_880,
    importCarrierInvoice: 2_097_152,
    receivePaymentEvent: 262_144,
    saveBatch: 2_097_152,
  })
})

describe('every list', () => {
  const lists = everyCall().filter(({ query }) => query && 'start' in query.shape && 'length' in query.shape)
  test.each(lists.map(({ id, query }) => [id, query!] as const))('%s has pages of 1 to 100 rows', (_id, query) => {
    const accepts = (part: string, value: unknown) => query.shape[part]!.safeParse(value)
    for (const length of [1, 100]) expect(accepts('length', length).data).toBe(length)
    for (const length of [0, 101, 1.5, 'x']) expect(accepts('length', length).success).toBe(false)
    expect(accepts('length', '7').data).toBe(7)
    expect(accepts('length', undefined).data).toBe(25)
    for (const start of [-1, 1_000_001, 0.5]) expect(accepts('start', start).success).toBe(false)
    expect(accepts('start', undefined).data).toBe(0)
    expect(accepts('start', '10000').data).toBe(10_000)
  })
})

describe('statements and invoices', () => {
  testBounds(importBankStatementCsv.query, {}, [['account', ['x', text(50)], ['', ' ', text(51), undefined]]])
  testBounds(setBankLineAside.body, { reason: 'x' }, [
    ['reason', ['x', text(200)], ['', ' ', text(201), undefined]],
    ['payout', ['x', text(100), undefined], ['', text(101)]],
  ])
  const invoice = { number: 'x', dateFrom: '2026-11-01', dateTo: '2026-11-30' }
  testBounds(importCarrierInvoice.query, invoice, [
    ['number', ['x', text(40)], ['', ' ', text(41), undefined]],
    ['account_id', [ID, undefined], ['x']],
    ['dateFrom', ['2026-11-30'], ['2026-11-31', undefined]],
    ['dateTo', ['2026-11-01'], ['2026-11-31', undefined]],
  ])
  testBounds(bookCarrierInvoice.body, { reason: 'x' }, [
    ['reason', ['x', text(200)], ['', ' ', text(201), undefined]],
    ['after', [0, 1], [-1, 0.5]],
  ])
  testBounds(downloadInvoiceEvidence.params, { invoiceId: ID }, [
    ['position', ['1', '999999'], ['0', '01', '1000000', 'x', '', undefined]],
  ])
  testBounds(updateCarrierAccount.body, {}, [
    ['manifest_at', ['00:00', '09:59', '23:59', undefined], ['24:00', '9:00', '12:60', '12:00:00']],
  ])
  test('an event of the payment service is not empty', () => {
    expect(receivePaymentEvent.body.safeParse('x').success).toBe(true)
    expect(receivePaymentEvent.body.safeParse('').success).toBe(false)
  })
})

describe('people and places', () => {
  testBounds(
    inviteMember.body,
    { email: 'a@example.com', fullname: 'x', plan: 'full', roles: ['sender'], username: 'a' },
    [
      ['email', [mail(200)], [mail(201), 'a', undefined]],
      ['roles', [['sender']], [[], listOf(4, 'sender'), ['boss'], undefined]],
    ],
  )
  testBounds(updateSelf.body, {}, [['email', [], [mail(201)]]])
  testBounds(validateAddress.body, { address1: 'x', city: 'x', country: 'GB' }, [
    ['address1', [text(80)], [text(81)]],
    ['city', [text(40)], [text(41)]],
    ['country', ['FR'], ['FRA']],
    ['phone1', [text(25)], [text(26)]],
    ['email', [text(60)], [text(61)]],
  ])
  testBounds(makeReturnLabel.body, {}, [['service', ['x', text(20)], ['', ' ', text(21), undefined]]])
  testBounds(saveReferenceFields.body, { data: [{ label: 'x', choices: ['x'] }] }, [
    ['data.0.choices.0', ['x', text(20)], ['', text(21)]],
  ])
})

describe('the settings of an organisation', () => {
  const sheet = { letters: 'L7163', first_position: { index: 0, row: 0 } }
  const settings = { sheet, delivery_mails: { addressee: [], sender: [] } }
  const events = ['dispatched', 'delivered', 'problem']
  testBounds(saveOrganisationSettings.body, settings, [
    ['sheet.first_position.index', [0, 1], [-1, 10, 0.5]],
    ['sheet.first_position.row', [0, 6], [-1, 20, 0.5]],
    ['delivery_mails.addressee', [[], events], [[...events, 'problem']]],
    ['delivery_mails.sender', [[], events], [[...events, 'problem']]],
  ])
})

describe('operations of a device', () => {
  const document = { type: 'label', url: 'x', sha256: 'a', width_mm: 100, height_mm: 150, pages: 1 }
  test.each([
    [0, false],
    [1, true],
    [10, true],
    [11, false],
  ])('a print or its check with %i documents is accepted: %s', (count, accepted) => {
    const documents = Array.from({ length: count }, (_, at) => ({ ...document, sha256: `${at}` }))
    const print = DEVICE_OPERATIONS.print.args.safeParse({ job_id: text(8), kind: 'mailing', title: '', documents })
    expect(print.success).toBe(accepted)
    const sizes = documents.map(({ type, width_mm, height_mm }) => ({ type, width_mm, height_mm }))
    const checked = DEVICE_OPERATIONS['print.check'].args.shape.documents.safeParse(sizes)
    expect(checked.error?.issues.some(({ path }) => path.length === 0) ?? false).toBe(!accepted)
  })
  for (const name of ['print.read_back', 'print.cancel', 'jobs.list'] as const)
    test(`${name} names a job with up to 100 characters`, () => {
      const { job_id } = DEVICE_OPERATIONS[name].args.shape
      expect(job_id.safeParse(text(100)).success).toBe(true)
      expect(job_id.safeParse(text(101)).success).toBe(false)
    })
})
