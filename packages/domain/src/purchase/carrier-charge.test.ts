import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { toPence } from '../money.ts'
import { shareChargeChange } from './carrier-charge.ts'

test.each([
  // rule                                                charged, by customer, change   to customer, by platform
  ['the platform bears a surcharge', 320, 320, 45, 0, 45],
  ['the customer gets a reduction', 320, 320, -20, 20, 0],
  ['a reduction first repays the platform', 365, 320, -45, 0, -45],
  ['a further reduction goes to the customer', 365, 320, -65, 20, -45],
  ['a surcharge after a reduction does not debit the customer', 300, 300, 20, 0, 20],
  ['the whole charge can be refunded', 320, 320, -320, 320, 0],
  ['the platform bears a charge after a void', 0, 0, 150, 0, 150],
])('%s', (_rule, charged, by_customer, change, to_customer, by_platform) => {
  const standing = { charged: toPence(charged), by_customer: toPence(by_customer) }
  expect(shareChargeChange(standing, toPence(change))).toEqual({ ok: true, to_customer, by_platform })
})

test('rejects a reduction beyond the charge', () => {
  expect(shareChargeChange({ charged: toPence(320), by_customer: toPence(320) }, toPence(-321))).toMatchObject({
    refusal: { code: 'adjustment_exceeds_charge', details: { charged: 320 } },
  })
})

it('after any changes the books balance, the customer is never debited again and the platform never gains', () => {
  const amount = fc.integer({ min: -1_000, max: 1_000 }).filter((pence) => pence !== 0)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000 }), fc.array(amount, { maxLength: 8 }), (price, changes) => {
      let charged = toPence(price)
      let by_customer = toPence(price)
      let by_platform = 0
      for (const change of changes.map(toPence)) {
        const shared = shareChargeChange({ charged, by_customer }, change)
        if (!shared.ok) continue
        expect(shared.to_customer).toBeGreaterThanOrEqual(0)
        charged = toPence(charged + change)
        by_customer = toPence(by_customer - shared.to_customer)
        by_platform += shared.by_platform
        expect(by_platform).toBeGreaterThanOrEqual(0)
        expect(by_customer).toBeGreaterThanOrEqual(0)
        expect(by_customer + by_platform).toBe(charged)
      }
    }),
  )
})
