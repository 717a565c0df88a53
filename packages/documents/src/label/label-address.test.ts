import { describe, expect, test } from 'vitest'
import { addressLines } from '@postroom/domain/catalogue/address-lines'
import type { Grams } from '@postroom/domain/measures'
import { SERVICES } from '@postroom/domain/catalogue/services'
import { TextDoesNotFit } from '../pdf/fit-text.ts'
import type { LabelContent } from './label-content.ts'
import { renderLabel } from './label.ts'
import { aFullAddress, aLabel, anAddress } from '../testing/label-builder.ts'
import { inked, judge, readSymbols, renderPages } from '../testing/read-back.ts'

const drawn = async (change: Partial<LabelContent>) => (await renderLabel(aLabel(change))).pdf
const textOf = (pdf: Uint8Array) => judge('pdftotext', pdf, '-raw', 'FILE', '-').replaceAll(/\s+/g, ' ')

test('a specimen shows all that belongs on it', async () => {
  const text = textOf(await drawn({}))
  for (const shown of [
    'SPECIMEN - NO POSTAL VALUE',
    '1st Class Signed For',
    'Large letter',
    '250 g',
    '23 Nov 2026',
    'GBP 0.00',
    'Siân Ŵyn Brontë-Łukasik Harbourside Stationers Flat 3, Hafan Deg 14 Fore Street ST IVES TR26 1HE',
    'return to Angharad Kendall Llewellyn Bindery Ltd Unit 4, Glanyrafon Estate ABERYSTWYTH SY23 3JQ Your',
    'PO-4471',
    'Spring order',
    'TEST ZZ 0000 0000 5GB',
  ])
    expect(text).toContain(shown)
})

test('a parcel is weighed in kilograms', async () => {
  expect(textOf(await drawn({ packaging: 'medium_parcel', weight: 12_340 as Grams }))).toContain('12.34 kg')
})

test.each([
  ['Greek', { name: 'Ελένη Παπαδοπούλου', address1: 'Οδός Ερμού 12', city: 'Αθήνα' }, 'GR', '10563 ΑΘΗΝΑ GREECE'],
  ['Cyrillic', { name: 'Ђорђе Јовановић', address1: 'Кнеза Милоша 7', city: 'Београд' }, 'RS', '10563 БЕОГРАД SERBIA'],
  ['Vietnamese', { name: 'Nguyễn Thị Phượng', address1: '12 Lê Lợi', city: 'Đà Nẵng' }, 'VN', 'ĐÀ NẴNG 10563 VIETNAM'],
] as const)('an address in %s is drawn, the country last in capitals', async (_script, lines, country, written) => {
  const to = anAddress({ ...lines, company_name: '', address2: '', postal_code: '10563', country })
  const address = [lines.name, lines.address1, written].join(' ')
  expect(textOf(await drawn({ to, packaging: 'parcel', service: 'IT' }))).toContain(address)
})

test.each([
  ['France', anAddress({ city: 'Paris', postal_code: '75002', country: 'FR' }), '14 Fore Street 75002 PARIS FRANCE'],
  [
    'the United States',
    anAddress({ city: 'New York', state_province: 'NY', postal_code: '10001', country: 'US' }),
    'NEW YORK NY 10001 UNITED STATES OF AMERICA',
  ],
] as const)(
  'an address in %s stands in the order of the country, by airmail unless the service goes by land and sea',
  async (_country, to, written) => {
    const byAir = textOf(await drawn({ to, service: 'IT' }))
    expect(byAir).toContain(written)
    expect(byAir).toContain('PAR AVION / BY AIRMAIL')
    expect(textOf(await drawn({ to, service: 'IE' }))).not.toContain('AIRMAIL')
    expect(textOf(await drawn({}))).not.toContain('AIRMAIL')
  },
)

test.each(['SY23 3JQ', 'W1A 1HQ'])(
  'the postcode %s is on one line, whatever stands before it',
  { timeout: 30_000 },
  async (postal_code) => {
    for (const length of [5, 16, 27, 38]) {
      const from = anAddress({ address1: 'x '.repeat(length).trim(), postal_code })
      const era = `${'x '.repeat(length)}${postal_code}`
      for (const change of [
        { from, to: from },
        { era },
        { era, size: 'A4', label_name: 'L7160', service: '1' },
      ] as const)
        expect(judge('pdftotext', await drawn(change), '-layout', 'FILE', '-').replaceAll('\u00A0', ' ')).toContain(
          postal_code,
        )
    }
  },
)

test('a country of the United Kingdom’s price zone is not named: the postcode tells', async () => {
  const to = anAddress({ country: 'JE', postal_code: 'JE2 4WD' })
  expect(textOf(await drawn({ to }))).not.toMatch(/JERSEY/i)
})

describe('the return address', () => {
  const abroad = anAddress({ city: 'Brooklyn', postal_code: '11216', country: 'US' })
  const OWN = 'Return Address\nKendall\n14 Fore Street\nSt Ives TR26 1HE'

  test.each([
    // what, of whom and to where, how it ends
    ['at home it names no country', {}, 'ABERYSTWYTH SY23 3JQ Your'],
    ['abroad it names the sender’s', { to: abroad }, 'ABERYSTWYTH SY23 3JQ UNITED KINGDOM Your'],
    [
      'abroad a crown dependency has its own name',
      { to: abroad, from: anAddress({ country: 'JE', postal_code: 'JE2 4WD' }) },
      'ST IVES JE2 4WD JERSEY Your',
    ],
    [
      'one written for it stands for the sender’s',
      { era: OWN },
      'return to Kendall 14 Fore Street St Ives TR26 1HE Your',
    ],
    ['and abroad it names the country too', { era: OWN, to: abroad }, 'St Ives TR26 1HE UNITED KINGDOM Your'],
    ['but once', { era: `${OWN}, United Kingdom`, to: abroad }, 'St Ives TR26 1HE, United Kingdom Your'],
  ])('%s', async (_rule, change, shown) => {
    expect(textOf(await drawn(change))).toContain(shown)
  })

  test('of seven lines is refused, as on a franking label', async () => {
    await expect(drawn({ era: 'a\nb\nc\nd\ne\nf\ng' })).rejects.toThrow(new TextDoesNotFit('return address'))
  })
})

test.each(['Bookbinding since 1911', 'W'.repeat(60), '‰'.repeat(60)])(
  'the slogan %s stands whole below the service, also the longest, and the mark can be read',
  async (slogan) => {
    const pdf = await drawn({ slogan, service_name: 'Special Delivery Guaranteed by 1pm with Saturday Guarantee' })
    expect(textOf(pdf).replaceAll(' ', '')).toContain(`SaturdayGuarantee${slogan.replaceAll(' ', '')}`)
    await expectInsideSafeBox(pdf)
    expect(await readSymbols(inked((await renderPages(pdf, 300))[0]!))).toHaveProperty('DataMatrix')
  },
)

test('a character without a glyph draws no label at all', async () => {
  await expect(drawn({ to: anAddress({ name: '封筒' }) })).rejects.toThrow('No glyph for 封 筒')
})

describe('long addresses', () => {
  const LONGEST = anAddress({
    name: words('Name', 80),
    company_name: words('Company', 64),
    address1: words('First', 80),
    address2: words('Second', 80),
    address3: words('Third', 80),
    city: words('City', 40),
    state_province: words('State', 40),
  })

  test('the longest that the contract accepts keeps every word, inside the printable area', async () => {
    const pdf = await drawn({
      to: { ...LONGEST, country: 'US' },
      from: LONGEST,
      references: ['W'.repeat(20), 'M'.repeat(20)],
    })
    const text = textOf(pdf).replaceAll(' ', '')
    for (const address of [LONGEST, { ...LONGEST, country: 'US' }]) {
      const { lines, town } = addressLines(address)
      for (const line of [...lines, ...town]) expect(text).toContain(line.replaceAll(/\s/g, ''))
    }
    for (const line of addressLines(LONGEST).lines) expect(text.split(line.replaceAll(' ', ''))).toHaveLength(3)
    await expectInsideSafeBox(pdf)
  })

  // The per mille sign is the widest character of both faces.
  test.each(['W', '@', '—', '‰', 'Œ', 'i', 'Щ', 'Ω'])(
    'every character %s: drawn whole, or refused naming the block',
    async (character) => {
      const address = aFullAddress(character)
      const pdf = await drawn({ to: address, from: address }).catch((error: unknown) => error)
      if (pdf instanceof TextDoesNotFit) {
        expect(['delivery address', 'return address']).toContain(pdf.block)
        return
      }
      expect(textOf(pdf as Uint8Array).replaceAll(/[^‰W@—ŒiЩΩ]/gu, '').length).toBeGreaterThan(2 * 400)
      await expectInsideSafeBox(pdf as Uint8Array)
    },
  )

  test('what a person can type is not refused: only walls of wide characters are', async () => {
    await expect(drawn({ to: aFullAddress('i'), from: aFullAddress('i') })).resolves.toBeDefined()
    await expect(drawn({ to: aFullAddress('‰') })).rejects.toThrow(new TextDoesNotFit('delivery address'))
    await expect(drawn({ from: aFullAddress('‰') })).rejects.toThrow(new TextDoesNotFit('return address'))
  })

  test.each(SERVICES.map(({ code, name }) => [name, code] as const))(
    'service %s fits',
    async (service_name, service) => {
      const pdf = await drawn({ service, service_name })
      await expectInsideSafeBox(pdf)
      expect(await readSymbols(inked((await renderPages(pdf, 203))[0]!))).toMatchObject({ Code128: 'ZZ000000005GB' })
    },
  )
})

/** `length` characters of words, the first and last of their own. */
function words(name: string, length: number): string {
  return `${name} ${'abcdefgh '.repeat(9)}`.slice(0, length - 4).trim() + ' end'
}

/** Nothing is drawn outside 98 × 140 mm in the middle of the page. */
async function expectInsideSafeBox(pdf: Uint8Array): Promise<void> {
  const [page] = await renderPages(pdf, 300)
  const { width, height, dots } = page!
  const [left, top] = [(width - 98 / 0.084667) / 2, (height - 140 / 0.084667) / 2]
  const outside = dots.findIndex((dot, at) => {
    const [x, y] = [at % width, Math.floor(at / width)]
    return dot < 128 && (x < left - 1 || x > width - left + 1 || y < top - 1 || y > height - top + 1)
  })
  expect(outside).toBe(-1)
}
