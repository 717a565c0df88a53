import { customsTotals } from '@postroom/domain/customs/customs'
import { customsProblems } from '@postroom/domain/customs/customs-rules'
import { expect, test } from 'vitest'
import { rateRequestSchema } from './rate.ts'
import { factsOf } from './shipment-facts.ts'

test.each([
  // pieces, weight of one, unit, parcel, grams declared
  [100, 2.5, 'G', 270, 250],
  [4, 1, 'LB', 4, 1815],
  [7, 0.1, 'G', 1, 1],
  [1000, 1.1, 'G', 1100, 1100],
] as const)('%d × %d %s in a parcel of %d are declared as %d g', (quantity, value, units, parcel, grams) => {
  const line = { description: 'Enamel badge with a pin', quantity, weight: { value, units }, value: 100 }
  const facts = factsOf(
    rateRequestSchema.parse({
      to: { country: 'JP' },
      shipping_date: '2026-11-23',
      parcels: [{ packaging: 'parcel', weight: { value: parcel, units } }],
      customs: { contents_items: [line] },
    }),
  )
  expect(customsTotals(facts.customs!).weight).toBe(grams)
  expect(customsProblems(facts)).toEqual([])
})
