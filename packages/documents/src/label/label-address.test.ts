import { describe, expect, test } from 'vitest'
import { addressLines } from '@postroom/domain/catalogue/address-lines'
import type { Grams } from '@postroom/domain/measures'
import { SERVICES } from '@postroom/domain/catalogue/services'
import { TextDoesNotFit } from '../pdf/fit-text.ts'
import type { LabelContent } from './label-content.ts'
import { renderLabel } from './label.ts'
import { aFullAddress, aLabel, anAddress, LONGEST_ADDRESS } from '../testing/label-builder.ts'
import { cropToInk, readSymbols, renderPages, runTool } from '../testing/read-back.ts'

const drawn = async (change: Partial<LabelContent>) => (await renderLabel(aLabel(change))).pdf
const textOf = (pdf: Uint8Array) => runTool('pdftotext', pdf, '-raw', 'FILE', '-').replaceAll(/\s+/g, ' ')

test('a specimen shows every field', async () => {
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

test('shows the weight of a parcel in kilograms', async () => {
  expect(textOf(await drawn({ packaging: 'medium_parcel', weight: 12_340 as Grams }))).toContain('12.34 kg')
})

test.each([
  ['Greek', { name: 'Ελένη Παπαδοπούλου', address1: 'Οδός Ερμού 12', city: 'Αθήνα' }, 'GR', '10563 ΑΘΗΝΑ GREECE'],
  ['Cyrillic', { name: 'Ђорђе Јовановић', address1: 'Кнеза Милоша 7', city: 'Београд' }, 'RS', '10563 БЕОГРАД SERBIA'],
  ['Vietnamese', { name: 'Nguyễn Thị Phượng', address1: '12 Lê Lợi', city: 'Đà Nẵng' }, 'VN', 'ĐÀ NẴNG 10563 VIETNAM'],
] as const)('draws an address in %s, with the country last in capitals', async (_script, lines, country, written) => {
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
  'an address in %s follows the order of its country, with the airmail mark unless the service is by land and sea',
  async (_country, to, written) => {
    const byAir = textOf(await drawn({ to, service: 'IT' }))
    expect(byAir).toContain(written)
    expect(byAir).toContain('PAR AVION / BY AIRMAIL')
    expect(textOf(await drawn({ to, service: 'IE' }))).not.toContain('AIRMAIL')
    expect(textOf(await drawn({}))).not.toContain('AIRMAIL')
  },
)

test.each(['SY23 3JQ', 'W1A 1HQ'])(
  'the postcode %s stays on one line whatever precedes it',
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
        expect(runTool('pdftotext', await drawn(change), '-layout', 'FILE', '-').replaceAll('\u00A0', ' ')).toContain(
          postal_code,
        )
    }
  },
)

test('omits a country of the United Kingdom price zone, because the postcode identifies it', async () => {
  const to = anAddress({ country: 'JE', postal_code: 'JE2 4WD' })
  expect(textOf(await drawn({ to }))).not.toMatch(/JERSEY/i)
})

describe('the return address', () => {
  const abroad = anAddress({ city: 'Brooklyn', postal_code: '11216', country: 'US' })
  const OWN = 'Return Address\nKendall\n14 Fore Street\nSt Ives TR26 1HE'

  test.each([
    // rule, change, end of the return address
    ['has no country on domestic items', {}, 'ABERYSTWYTH SY23 3JQ Your'],
    ['has the sender’s country on items abroad', { to: abroad }, 'ABERYSTWYTH SY23 3JQ UNITED KINGDOM Your'],
    [
      'has the name of a crown dependency on items abroad',
      { to: abroad, from: anAddress({ country: 'JE', postal_code: 'JE2 4WD' }) },
      'ST IVES JE2 4WD JERSEY Your',
    ],
    [
      'is the entered return address instead of the sender’s',
      { era: OWN },
      'return to Kendall 14 Fore Street St Ives TR26 1HE Your',
    ],
    [
      'adds the country to an entered return address on items abroad',
      { era: OWN, to: abroad },
      'St Ives TR26 1HE UNITED KINGDOM Your',
    ],
    [
      'does not repeat a country that was entered',
      { era: `${OWN}, United Kingdom`, to: abroad },
      'St Ives TR26 1HE, United Kingdom Your',
    ],
  ])('%s', async (_rule, change, shown) => {
    expect(textOf(await drawn(change))).toContain(shown)
  })

  test('is rejected with seven lines, as on a franking label', async () => {
    await expect(drawn({ era: 'a\nb\nc\nd\ne\nf\ng' })).rejects.toThrow(new TextDoesNotFit('return address'))
  })
})

test.each(['Bookbinding since 1911', 'W'.repeat(60), '‰'.repeat(60)])(
  'the slogan %s is complete below the longest service name, and the mark is readable',
  async (slogan) => {
    const pdf = await drawn({ slogan, service_name: 'Special Delivery Guaranteed by 1pm with Saturday Guarantee' })
    expect(textOf(pdf).replaceAll(' ', '')).toContain(`SaturdayGuarantee${slogan.replaceAll(' ', '')}`)
    await expectInsideSafeBox(pdf)
    expect(await readSymbols(cropToInk((await renderPages(pdf, 300))[0]!))).toHaveProperty('DataMatrix')
  },
)

test('rejects a character without a glyph', async () => {
  await expect(drawn({ to: anAddress({ name: '封筒' }) })).rejects.toThrow('No glyph for 封 筒')
})

describe('long addresses', () => {
  test('the longest address that the contract accepts is complete and inside the printable area', async () => {
    const pdf = await drawn({
      to: { ...LONGEST_ADDRESS, country: 'US' },
      from: LONGEST_ADDRESS,
      references: ['W'.repeat(20), 'M'.repeat(20)],
    })
    const text = textOf(pdf).replaceAll(' ', '')
    for (const address of [LONGEST_ADDRESS, { ...LONGEST_ADDRESS, country: 'US' }]) {
      const { lines, town } = addressLines(address)
      for (const line of [...lines, ...town]) expect(text).toContain(line.replaceAll(/\s/g, ''))
    }
    for (const line of addressLines(LONGEST_ADDRESS).lines) expect(text.split(line.replaceAll(' ', ''))).toHaveLength(3)
    await expectInsideSafeBox(pdf)
  })

  // the per mille sign is the widest character of both fonts
  test.each(['W', '@', '—', '‰', 'Œ', 'i', 'Щ', 'Ω'])(
    'an address of only %s is drawn in full or rejected with the name of the block',
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

  test('rejects only addresses made of the widest characters', async () => {
    await expect(drawn({ to: aFullAddress('i'), from: aFullAddress('i') })).resolves.toBeDefined()
    await expect(drawn({ to: aFullAddress('‰') })).rejects.toThrow(new TextDoesNotFit('delivery address'))
    await expect(drawn({ from: aFullAddress('‰') })).rejects.toThrow(new TextDoesNotFit('return address'))
  })

  test.each(SERVICES.map(({ code, name }) => [name, code] as const))(
    'the name of service %s fits',
    async (service_name, service) => {
      const pdf = await drawn({ service, service_name })
      await expectInsideSafeBox(pdf)
      expect(await readSymbols(cropToInk((await renderPages(pdf, 203))[0]!))).toMatchObject({
        Code128: 'ZZ000000005GB',
      })
    },
  )
})

/** Expects all ink inside 98 × 140 mm in the middle of the page. */
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
