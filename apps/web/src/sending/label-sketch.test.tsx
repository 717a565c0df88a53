import { screen } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { aShipment } from '../testing/a-shipment.ts'
import { show } from '../testing/show.tsx'
import { labelFacts } from './label-facts.ts'
import { LabelSketch } from './label-sketch.tsx'

const { to } = aShipment()
const sketch = (address = to, serviceName?: string, reference = '') =>
  show(<LabelSketch serviceName={serviceName} facts="22 Nov 2026" to={address} reference={reference} />)
const lines = () =>
  [...(document.querySelector('address')?.children ?? [])].map((line) => line.textContent.replaceAll(/\s/g, ' '))
const paragraphs = () => [...document.querySelectorAll('p')].map((line) => line.textContent)

it('shows service, address and reference, and is marked as a specimen', () => {
  sketch(to, '2nd Class', 'A-17')
  expect(screen.getByRole('figure', { name: 'What the label will show' })).toBeVisible()
  expect(paragraphs()).toEqual(['2nd Class', '22 Nov 2026', 'SPECIMEN · no postal value', 'A-17'])
  expect(lines()).toEqual(['Marguerite Llewellyn', '14 Heol y Gogledd', 'ABERYSTWYTH', 'SY23 2HT'])
})

it('shows that there is no service yet, and neither reference nor address before they are typed', () => {
  const empty = { ...to, name: ' ', address1: '', city: '', postal_code: '' }
  sketch(empty)
  expect(paragraphs()).toEqual(['No service yet', '22 Nov 2026', 'SPECIMEN · no postal value'])
  expect(document.querySelector('address')).toBeNull()
  sketch({ ...empty, country: 'FR' })
  expect(document.querySelector('address')).toBeNull()
})

it('names the country of an address abroad in its last line', () => {
  sketch({ ...to, city: 'Paris', postal_code: '75011', country: 'FR' })
  expect(lines().at(-1)).toBe('FRANCE')
})

it('looks like a data matrix and a bar code', () => {
  sketch()
  const [matrix, bars] = [...document.querySelectorAll('svg')].map((drawing) => ({
    view: drawing.getAttribute('viewBox'),
    path: drawing.querySelector('path')?.getAttribute('d'),
    width: drawing.getAttribute('width'),
    height: drawing.getAttribute('height'),
    isHidden: drawing.getAttribute('aria-hidden'),
  }))
  expect({ matrix, bars }).toMatchInlineSnapshot(`
    {
      "bars": {
        "height": null,
        "isHidden": "true",
        "path": "M0 0h2v10h-2zM3 0h1v10h-1zM7 0h1v10h-1zM10 0h3v10h-3zM14 0h1v10h-1zM16 0h2v10h-2zM20 0h1v10h-1zM24 0h2v10h-2zM27 0h1v10h-1zM30 0h3v10h-3zM34 0h2v10h-2zM37 0h1v10h-1zM39 0h3v10h-3zM44 0h1v10h-1zM47 0h1v10h-1zM49 0h2v10h-2zM54 0h1v10h-1zM56 0h2v10h-2z",
        "view": "0 0 59 10",
        "width": null,
      },
      "matrix": {
        "height": "64",
        "isHidden": "true",
        "path": "M0 0h1v1h-1zM2 0h1v1h-1zM4 0h1v1h-1zM6 0h1v1h-1zM8 0h1v1h-1zM10 0h1v1h-1zM12 0h1v1h-1zM14 0h1v1h-1zM0 1h1v1h-1zM2 1h1v1h-1zM4 1h1v1h-1zM5 1h1v1h-1zM7 1h1v1h-1zM9 1h1v1h-1zM11 1h1v1h-1zM13 1h1v1h-1zM15 1h1v1h-1zM0 2h1v1h-1zM2 2h1v1h-1zM5 2h1v1h-1zM8 2h1v1h-1zM10 2h1v1h-1zM11 2h1v1h-1zM13 2h1v1h-1zM14 2h1v1h-1zM0 3h1v1h-1zM2 3h1v1h-1zM3 3h1v1h-1zM4 3h1v1h-1zM9 3h1v1h-1zM10 3h1v1h-1zM11 3h1v1h-1zM15 3h1v1h-1zM0 4h1v1h-1zM11 4h1v1h-1zM12 4h1v1h-1zM13 4h1v1h-1zM14 4h1v1h-1zM0 5h1v1h-1zM1 5h1v1h-1zM4 5h1v1h-1zM5 5h1v1h-1zM8 5h1v1h-1zM9 5h1v1h-1zM12 5h1v1h-1zM13 5h1v1h-1zM15 5h1v1h-1zM0 6h1v1h-1zM1 6h1v1h-1zM3 6h1v1h-1zM5 6h1v1h-1zM7 6h1v1h-1zM9 6h1v1h-1zM10 6h1v1h-1zM12 6h1v1h-1zM14 6h1v1h-1zM0 7h1v1h-1zM1 7h1v1h-1zM2 7h1v1h-1zM4 7h1v1h-1zM7 7h1v1h-1zM10 7h1v1h-1zM13 7h1v1h-1zM15 7h1v1h-1zM0 8h1v1h-1zM1 8h1v1h-1zM2 8h1v1h-1zM3 8h1v1h-1zM7 8h1v1h-1zM8 8h1v1h-1zM9 8h1v1h-1zM14 8h1v1h-1zM0 9h1v1h-1zM1 9h1v1h-1zM2 9h1v1h-1zM3 9h1v1h-1zM4 9h1v1h-1zM5 9h1v1h-1zM15 9h1v1h-1zM0 10h1v1h-1zM1 10h1v1h-1zM2 10h1v1h-1zM5 10h1v1h-1zM6 10h1v1h-1zM9 10h1v1h-1zM10 10h1v1h-1zM13 10h1v1h-1zM14 10h1v1h-1zM0 11h1v1h-1zM1 11h1v1h-1zM3 11h1v1h-1zM6 11h1v1h-1zM8 11h1v1h-1zM10 11h1v1h-1zM12 11h1v1h-1zM14 11h1v1h-1zM15 11h1v1h-1zM0 12h1v1h-1zM1 12h1v1h-1zM3 12h1v1h-1zM4 12h1v1h-1zM6 12h1v1h-1zM7 12h1v1h-1zM9 12h1v1h-1zM12 12h1v1h-1zM0 13h1v1h-1zM1 13h1v1h-1zM5 13h1v1h-1zM6 13h1v1h-1zM7 13h1v1h-1zM8 13h1v1h-1zM12 13h1v1h-1zM13 13h1v1h-1zM14 13h1v1h-1zM15 13h1v1h-1zM0 14h1v1h-1zM1 14h1v1h-1zM2 14h1v1h-1zM3 14h1v1h-1zM4 14h1v1h-1zM5 14h1v1h-1zM6 14h1v1h-1zM7 14h1v1h-1zM8 14h1v1h-1zM9 14h1v1h-1zM10 14h1v1h-1zM0 15h1v1h-1zM1 15h1v1h-1zM2 15h1v1h-1zM3 15h1v1h-1zM4 15h1v1h-1zM5 15h1v1h-1zM6 15h1v1h-1zM7 15h1v1h-1zM8 15h1v1h-1zM9 15h1v1h-1zM10 15h1v1h-1zM11 15h1v1h-1zM12 15h1v1h-1zM13 15h1v1h-1zM14 15h1v1h-1zM15 15h1v1h-1z",
        "view": "0 0 16 16",
        "width": "64",
      },
    }
  `)
})

it.each([
  ['small_parcel', '1240', '22 Nov 2026 · 1.24 kg'],
  ['large_letter', '250g', '22 Nov 2026 · 250 g'],
  ['small_parcel', '250g', '22 Nov 2026 · 0.25 kg'],
  ['letter', '', '22 Nov 2026'],
] as const)('writes the posting day and the weight of a %s of %o as %o', (packaging, weight, text) =>
  expect(labelFacts({ shipping_date: '2026-11-22', weight, packaging }, 'en-gb')).toBe(text),
)
