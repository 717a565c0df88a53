import type { Shipment, ShipmentDraftInput } from '@postroom/contract/shipment'
import type { PackagingCode } from '@postroom/domain/catalogue/packaging'
import { describe, expect, it } from 'vitest'
import { withLabelFor } from './label-for.ts'
import {
  jobTitle,
  orderOfJob,
  documentsOf,
  documentsToPrint,
  printerOf,
  printJobId,
  type PrintedDocument,
} from './printed-documents.ts'

type Facts = Pick<Shipment, 'customs_form' | 'parcels' | 'service_name' | 'meta_data'>
const shipment = (packaging: PackagingCode, form: 'none' | 'cn22' | 'cn23', isSold = false): Facts => ({
  customs_form: { form, reason: 'as the rules say', invoice: isSold },
  parcels: [{ number: 1, packaging, weight: { value: 1.2, units: 'KG' } }],
  service_name: 'International Tracked',
  meta_data: { tracking: 'ZZ000000005GB' } as Shipment['meta_data'],
})

describe('the documents of a shipment and their kinds of printer (spec §3, §5)', () => {
  it.each<[string, Facts, Partial<Record<PrintedDocument, string>>]>([
    ['a letter', shipment('large_letter', 'none'), { label: 'mailing' }],
    ['a parcel at home', shipment('small_parcel', 'none'), { label: 'shipping' }],
    ['a letter abroad with goods', shipment('letter', 'cn22'), { label: 'mailing', cn22: 'form' }],
    ['a parcel abroad', shipment('parcel', 'cn22'), { label: 'shipping', cn22: 'form' }],
    ['a heavy or valuable parcel abroad', shipment('parcel_heavy', 'cn23'), { label: 'shipping', cn23: 'form' }],
    ['a sale of goods', shipment('parcel', 'cn23', true), { label: 'shipping', cn23: 'form', invoice: 'form' }],
  ])('%s', (_case, facts, printers) => {
    const documents = documentsOf(facts)
    expect(Object.fromEntries(documents.map((document) => [document, printerOf(document, facts)]))).toEqual(printers)
  })
})

it('checks each printer for its page size: a label of 4 × 6 inches and a customs form on A4', () => {
  expect(documentsToPrint(shipment('letter', 'none'))).toEqual([{ kind: 'mailing', width_mm: 101.6, height_mm: 152.4 }])
  expect(documentsToPrint(shipment('parcel', 'cn22'))).toEqual([
    { kind: 'shipping', width_mm: 101.6, height_mm: 152.4 },
    { kind: 'form', width_mm: 210, height_mm: 297 },
  ])
})

it('checks the label drawn for the format of the preferences', () => {
  const config = { printerId: 'p', defaultOrSpecific: 'specific', paperFormat: 'roll_62' } as const
  const parcels = [{ packaging: 'letter', weight: { value: 50, units: 'G' } }] as const
  const draft = withLabelFor({ parcels: [...parcels] } as unknown as ShipmentDraftInput, (kind) =>
    kind === 'mailing' ? config : undefined,
  )
  expect(draft).toMatchObject({ label: { size: '1X' }, meta_data: { label_name: 'DK-22205' } })
  const { label, meta_data } = draft
  expect(documentsToPrint({ ...shipment('letter', 'none'), label, meta_data })).toEqual([
    { kind: 'mailing', width_mm: 58.674, height_mm: 127 },
  ])
  const usual = withLabelFor(draft, () => ({ ...config, defaultOrSpecific: 'default' }))
  expect(usual).toMatchObject({ label: { size: '4x6' }, meta_data: { label_name: '' } })
})

it.each<PrintedDocument>(['label', 'cn22', 'cn23', 'invoice'])(
  'reads shipment and document %s from a job id',
  (document) => {
    const shipmentId = '1b4e28ba-2fa1-11d2-883f-0016d3cca427'
    expect(orderOfJob(printJobId(shipmentId, crypto.randomUUID(), document))).toEqual({ shipmentId, document })
    expect(orderOfJob(`${shipmentId}:${document}`)).toBeUndefined()
    expect(orderOfJob('ruler-page-1')).toBeUndefined()
  },
)

it('gives the first print of each document a fixed job id, so that it prints once, and each reprint a new one', () => {
  const id = '1b4e28ba-2fa1-11d2-883f-0016d3cca427'
  expect(printJobId(id, 'first', 'label')).toBe(printJobId(id, 'first', 'label'))
  const names = [
    printJobId(id, 'first', 'label'),
    printJobId(id, 'first', 'cn22'),
    printJobId(id, crypto.randomUUID(), 'label'),
    printJobId(id, crypto.randomUUID(), 'label'),
  ]
  expect(new Set(names).size).toBe(4)
  for (const name of names) expect(name).toMatch(/^[\w.:-]{8,100}$/)
})

it.each<[PrintedDocument, string]>([
  ['label', 'International Tracked ZZ000000005GB'],
  ['cn22', 'CN22 ZZ000000005GB'],
  ['cn23', 'CN23 ZZ000000005GB'],
  ['return_label', 'RETURN LABEL ZZ000000005GB'],
])('titles the job of a %s %s', (document, title) => expect(jobTitle(document, shipment('parcel', 'cn22'))).toBe(title))

it('a title has no place for a number that is missing, and is as long as a printer takes', () => {
  const { meta_data } = shipment('parcel', 'cn22')
  const title = (service_name: string, tracking: string) =>
    jobTitle('label', { service_name, meta_data: { ...meta_data, tracking } })
  expect(title('2nd Class', '')).toBe('2nd Class')
  expect(title('x'.repeat(119), 'AB')).toBe(`${'x'.repeat(119)} `)
})
