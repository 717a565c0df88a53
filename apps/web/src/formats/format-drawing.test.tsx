import { PACKAGING } from '@postroom/domain/catalogue/packaging'
import { expect, it } from 'vitest'
import { show } from '../testing/show.tsx'
import { FormatDrawing } from './format-drawing.tsx'
import { writtenWeight } from './written-weight.ts'

it('draws each format in its proportions', () => {
  const drawn = PACKAGING.map(({ code }) => {
    show(<FormatDrawing packaging={code} />)
    return [code, document.querySelector('path')?.getAttribute('d')]
  })
  expect(Object.fromEntries(drawn)).toMatchInlineSnapshot(`
    {
      "large_letter": "M-26 -18.413597733711047H26V18.413597733711047H-26Z M-26 -18.413597733711047L0 4.091910607491344L26 -18.413597733711047",
      "letter": "M-18 -12.375H18V12.375H-18Z M-18 -12.375L0 2.75L18 -12.375",
      "medium_parcel": "M-23.50 -9.76L3.29 -25.23L23.50 -13.57L-3.29 1.90ZM-23.50 -9.76L-23.50 13.57L-3.29 25.23L23.50 9.76L23.50 -13.57M-3.29 1.90L-3.29 25.23",
      "parcel": "M-17.50 -4.33L2.50 -15.88L17.50 -7.22L-2.50 4.33ZM-17.50 -4.33L-17.50 7.22L-2.50 15.88L17.50 4.33L17.50 -7.22M-2.50 4.33L-2.50 15.88",
      "parcel_heavy": "M-23.50 -9.76L3.29 -25.23L23.50 -13.57L-3.29 1.90ZM-23.50 -9.76L-23.50 13.57L-3.29 25.23L23.50 9.76L23.50 -13.57M-3.29 1.90L-3.29 25.23",
      "small_parcel": "M-17.50 -2.78L2.19 -14.15L17.50 -5.30L-2.19 6.06ZM-17.50 -2.78L-17.50 5.30L-2.19 14.15L17.50 2.78L17.50 -5.30M-2.19 6.06L-2.19 14.15",
      "tube": "M-21 6.5L16 -11.5M-16.5 15.5L20.5 -2.5M16 -11.5C19.5 -13 24.5 -5 20.5 -2.5M-21 6.5C-25 8.5 -20.5 17.5 -16.5 15.5C-13 13.8 -17.5 4.8 -21 6.5Z",
    }
  `)
})

it('centres the drawing in its frame, hidden from screen readers', () => {
  show(<FormatDrawing packaging="letter" />)
  const drawing = document.querySelector('svg')
  expect(drawing).toHaveAttribute('viewBox', '-32 -26 64 52')
  expect(drawing).toHaveAttribute('width', '64')
  expect(drawing).toHaveAttribute('height', '52')
  expect(drawing).toHaveAttribute('stroke-width', '1.5')
  expect(drawing).toHaveAttribute('aria-hidden', 'true')
})

it.each([
  [1, 'en-gb', '1 g'],
  [999, 'en-gb', '999 g'],
  [1000, 'en-gb', '1 kg'],
  [1001, 'en-gb', '1.001 kg'],
  [1240, 'fr-fr', '1,24 kg'],
  [0.1234, 'en-gb', '0.123 g'],
])('writes %i grams in %s as %o', (grams, language, text) =>
  expect(writtenWeight(grams, language).replaceAll(/\s/g, ' ')).toBe(text),
)
