import { describe, expect, test } from 'vitest'
import { LABEL_STOCKS } from '@postroom/domain/media/label-stock'
import { TextDoesNotFit } from '../pdf/fit-text.ts'
import type { LabelContent } from './label-content.ts'
import { renderLabel } from './label.ts'
import { aFullAddress, aLabel, anAddress } from '../testing/label-builder.ts'
import { runTool } from '../testing/read-back.ts'

const letter = { size: 'A4', label_name: 'L7163', service: '1', vsi_line1: '1ST CLASS' } as const
const drawn = async (change: Partial<LabelContent>) => (await renderLabel(aLabel({ ...letter, ...change }))).pdf
const textOf = async (change: Partial<LabelContent>) =>
  runTool('pdftotext', await drawn(change), '-raw', 'FILE', '-').replaceAll(/\s+/g, ' ')

test('the mark shows class and format, day, value, licence and number, and says specimen', async () => {
  const mark = 'SPECIMEN 1ST 1ST CLASS LARGE LETTER COVER £20 23 Nov 2026 GBP 0.00 TEST 000000 TEST ZZ 0000 0000 5GB'
  expect(await textOf({})).toContain('SPECIMEN - NO POSTAL VALUE')
  expect(await textOf({})).toContain(mark)
})

test('shows the service name without a service indicator', async () => {
  expect(await textOf({ vsi_line1: '', vsi_line2: '', service_name: '1st Class' })).toContain(
    '1ST CLASS COVER £20 23 Nov 2026',
  )
})

test.each(['1PP', '2PP'] as const)(
  'a prepaid reply (%s) has no day, because the day of its return is unknown',
  async (service) => {
    expect(await textOf({ service })).not.toContain('2026')
  },
)

describe('the return address', () => {
  const heading = /Return Address/gi

  test.each([
    ['a heading is added to three lines', 'Kendall\n14 Fore Street\nSt Ives TR26 1HE', 1],
    [
      'a heading that the sender entered is not repeated',
      'Return address\nKendall\n14 Fore Street\nSt Ives TR26 1HE',
      1,
    ],
    ['a heading is added to four lines', 'Kendall\nUnit 4\n14 Fore Street\nSt Ives TR26 1HE', 1],
    ['an empty return address has no heading', '\n \n', 0],
  ])('%s', async (_rule, era, headings) => {
    const text = await textOf({ era })
    expect(text.match(heading) ?? []).toHaveLength(headings)
    for (const line of era.split('\n').slice(1)) expect(text).toContain(line.trim())
  })

  test('has the country on items abroad', async () => {
    const to = anAddress({ country: 'FR', postal_code: '25000' })
    expect(await textOf({ era: 'Kendall\nSt Ives', to, service: 'IS' })).toContain('Kendall St Ives UNITED KINGDOM')
  })

  test('is below the slogan', async () => {
    expect(await textOf({ slogan: 'Bound to last', era: 'Kendall\nSt Ives' })).toContain(
      'Bound to last Return Address Kendall St Ives',
    )
  })

  test.each([
    ['with five lines', { era: 'a\nb\nc\nd\ne' }],
    [
      'with lines too long for 6 points',
      {
        label_name: 'L7162',
        service: '1SF' as const,
        era: ['W', 'W', 'W', 'W'].map((line) => line.repeat(49)).join('\n'),
      },
    ],
    [
      'below a slogan that is too long',
      { slogan: 'W'.repeat(60), era: ['W', 'W', 'W', 'W'].map((line) => line.repeat(49)).join('\n') },
    ],
  ])('%s is rejected and not cut off', async (_case, change) => {
    await expect(drawn(change)).rejects.toThrow(new TextDoesNotFit('return address'))
  })
})

test('rejects a label that is too small for the barcode of its item number', async () => {
  await expect(drawn({ label_name: 'L7160', service: '1SF' })).rejects.toThrow(new TextDoesNotFit('item number'))
})

describe.each(LABEL_STOCKS.filter(({ design }) => design === 'franking'))('on $name', ({ size, name }) => {
  const tall = ['L7165', 'L7166', 'L7173', 'DK-22205', '4x4'].includes(name)

  test(tall ? 'shows the delivery address' : 'omits the delivery address, which is on the envelope', async () => {
    const text = await textOf({ size, label_name: name })
    expect(text.includes('Siân Ŵyn Brontë-Łukasik Harbourside Stationers Flat 3, Hafan Deg')).toBe(tall)
  })

  test('draws an address of eight lines in full; draws the longest address in full or rejects it', async () => {
    const to = anAddress({ address3: 'Third line', state_province: 'Cornwall' })
    const text = await textOf({ size, label_name: name, to })
    if (tall) expect(text).toContain('Third line ST IVES CORNWALL TR26 1HE')
    const largest = drawn({ size, label_name: name, to: aFullAddress('W') })
    if (tall && !['L7166', '4x4'].includes(name))
      await expect(largest).rejects.toThrow(new TextDoesNotFit('delivery address'))
    else await expect(largest).resolves.toBeDefined()
  })
})
