import { SERVICES, serviceOf } from '@postroom/domain/catalogue/services'
import { expect, test } from 'vitest'
import { renderLabel } from './label.ts'
import { serviceAdditions, speedMark } from './service-mark.ts'
import { aLabel } from '../testing/label-builder.ts'
import { runTool } from '../testing/read-back.ts'

test.each([
  ['TR24', 75, '24', 'COVER £75'],
  ['TR48S', 150, '48', 'SIGNED, COVER £150'],
  ['SD', 750, 'SD 1PM', 'SIGNED, COVER £750'],
  ['SD9AM_SAT', 50, 'SD 9AM SAT', 'SIGNED, COVER £50'],
  ['1SF', 20, '1ST', 'SIGNED, COVER £20'],
  ['2PP', 0, '2ND', ''],
  ['ISI', 50, 'SIGNED', 'COVER £50'],
  ['frank_pay', 0, '', ''],
] as const)('the mark of %s with cover £%i is %s, with %s', (service, cover_gbp, speed, additions) => {
  expect(speedMark({ service, cover_gbp })).toBe(speed)
  expect(serviceAdditions({ service, cover_gbp }).join(', ')).toBe(additions)
})

/** The largest line height of a word in the PDF, in points. */
function heightOf(word: string, pdf: Uint8Array): number {
  const words = runTool('pdftotext', pdf, '-bbox', 'FILE', '-').matchAll(
    /yMin="([\d.]+)"[^>]*yMax="([\d.]+)">([^<]*)</g,
  )
  return Math.max(...Array.from(words, ([, top, bottom, text]) => (text === word ? Number(bottom) - Number(top) : 0)))
}

test.each(SERVICES.filter(({ code }) => code !== 'frank_pay').map(({ code }) => code))(
  'the service mark of %s is at least 22 points high',
  async (service) => {
    const label = aLabel({ service, service_name: serviceOf(service).name, cover_gbp: 2500 })
    const height = heightOf(speedMark(label).split(' ')[0]!, (await renderLabel(label)).pdf)
    // Noto Sans has a line height of 1.36
    expect(height).toBeGreaterThan(22 * 1.36)
  },
)

test('the name of a service without a mark has the room of the mark', async () => {
  const label = aLabel({ service: 'frank_pay', service_name: 'Your own postage value', cover_gbp: 0 })
  expect(heightOf('Your', (await renderLabel(label)).pdf)).toBeGreaterThan(18 * 1.36)
})
