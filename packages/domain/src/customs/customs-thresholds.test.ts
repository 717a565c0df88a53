import { expect, test } from 'vitest'
import { EU_CUSTOMS_TERRITORY, EU_VAT_TERRITORY } from './customs-thresholds.ts'

test('the VAT territory of the Union is its 27 members and Monaco', () => {
  expect(EU_VAT_TERRITORY.join(' ')).toBe(
    'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MC MT NL PL PT RO SE SI SK',
  )
})

test('its customs territory also has Åland and the French overseas departments', () => {
  expect(EU_CUSTOMS_TERRITORY.filter((country) => !EU_VAT_TERRITORY.includes(country))).toEqual([
    'AX',
    'GF',
    'GP',
    'MF',
    'MQ',
    'RE',
    'YT',
  ])
})
