import type { ShipmentDraftInput } from '@postroom/contract/shipment'
import fc from 'fast-check'
import { aGiftToFrance } from './abroad.ts'
import { aShipmentDraft } from './purchase-scene.ts'

/** Text that has broken labels, shells, browsers, databases or PDF readers before. */
const HOSTILE = [
  'שלום עולם',
  'مرحبا بالعالم',
  '\u202Egnp.exe',
  '👩‍👩‍👧‍👦 🏴󠁧󠁢󠁷󠁬󠁳󠁿',
  '漢字と仮名',
  'Ωμέγα Ελλάς',
  'Łódź Ŵrexham ŷ',
  'x'.repeat(200),
  'W'.repeat(80),
  'W'.repeat(40),
  'a\u0000b',
  '\u0007\u001B[31mred',
  'tab\tand\nbreak\r\n',
  '\uD800 lone',
  '\uFFFE\uFFFF',
  'Z\u0351\u036B\u0343\u036A\u0302a\u0310\u030B',
  'e\u0301 decomposed',
  '\u00A0\u2003\u200B',
  '   ',
  ') Tj ET /JavaScript (app.alert(1))',
  'endstream endobj 99 0 obj << /OpenAction << /S /JavaScript /JS (1) >> >>',
  '(unbalanced \\( \\',
  '%PDF-1.7 %%EOF',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'); drop table purchase; --",
  '${jndi:ldap://x}{{7*7}}%n%s',
  '../../../etc/passwd',
  '__proto__',
]

const hostile = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary', maxLength: 60 }))

/** The texts of a shipment that a user may enter freely. */
const PLACES = [
  ...['name', 'company_name', 'address1', 'address2', 'address3', 'city', 'state_province', 'postal_code'].flatMap(
    (field) => [`to.${field}`, `from.${field}`],
  ),
  'to.phone1',
  'to.email',
  'from.phone1',
  'references.0',
  'references.2',
  'meta_data.ERA',
  'meta_data.slogan',
  'meta_data.label_name',
  ...['description', 'sku', 'manufacturer_id', 'hs_code'].map((field) => `customs.contents_items.0.${field}`),
  ...['contents_description', 'customs_refnum_importer', 'company_EORI_number', 'eelpfc'].map(
    (field) => `customs.${field}`,
  ),
]

const kind = fc.constantFrom('letter', 'parcel', 'abroad')
const wishes = fc.record({
  kind,
  texts: fc.array(fc.tuple(fc.constantFrom(...PLACES), hostile), { minLength: 1, maxLength: 6 }),
})

/** `count` valid shipments, each with some texts replaced by hostile ones; the same for the same seed. */
export const hostileShipments = (by: string, count: number, seed: number): ShipmentDraftInput[] =>
  fc.sample(wishes, { numRuns: count, seed }).map(({ kind: wanted, texts }) => {
    const draft = soundDraft(by, wanted)
    for (const [place, text] of texts) put(draft, place.split('.'), text)
    return draft
  })

function soundDraft(by: string, wanted: 'letter' | 'parcel' | 'abroad'): ShipmentDraftInput {
  const draft = structuredClone(aShipmentDraft({ by }))
  if (wanted === 'letter') return { ...draft, references: [], meta_data: {}, label: { size: 'A4' } }
  const parcel = { packaging: 'small_parcel' as const, weight: { value: 1.2, units: 'KG' as const } }
  if (wanted === 'parcel') return { ...draft, references: [], meta_data: {}, parcels: [parcel] }
  return { ...draft, ...aGiftToFrance(), references: [], meta_data: {} }
}

/** Sets the text at a path; a path that this shipment lacks is skipped. */
function put(within: object, [key, ...rest]: string[], text: string): void {
  const place = within as Record<string, unknown>
  if (key === undefined) return
  if (rest.length === 0) place[key] = text
  else if (typeof place[key] === 'object' && place[key] !== null) put(place[key], rest, text)
}
