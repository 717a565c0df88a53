import { expect, test } from 'vitest'
import { offsetSchema } from './device-messages.ts'

test('an offset is from −5 to 5 mm, in steps of a tenth', () => {
  for (let tenths = -50; tenths <= 50; tenths++) expect(offsetSchema.safeParse(tenths / 10).success).toBe(true)
  for (const mm of [-5.1, 5.1, 0.05, 0.25, 4.99, Number.NaN, Infinity, '1'])
    expect(offsetSchema.safeParse(mm).success).toBe(false)
})
