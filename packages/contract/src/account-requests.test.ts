import { describe, expect, test } from 'vitest'
import { getStatement, getStatementDays, openCarrierAccount, updateCarrierAccount } from './carrier-account.ts'
import { listCarrierAccounts, listOptions, listPackaging, listServices } from './carrier.ts'
import { testBounds, testKept, text } from './testing/bounds.ts'
import { CHARGE_CONSENT, saveAutomaticTopUp } from './automatic-top-up.ts'
import { startPayment } from './payment.ts'
import { listTopUpRequests, rejectTopUp, topUpAccount } from './top-up.ts'
import { getVatStatement } from './vat-statement.ts'

describe('a prepaid account', () => {
  const limits = { purchases_per_minute: 60, pence_per_day: 500_00 }
  test('by default pays online prices and has spending limits and no low-balance alert', () => {
    const { limits: given, ...others } = openCarrierAccount.body.parse({ name: 'Office' })
    expect(others).toEqual({ name: 'Office', carrier_code: 'RM', pricing: 'online', low_balance: null })
    expect(Object.values(given).every((limit) => typeof limit === 'number' && limit > 0)).toBe(true)
  })
  testBounds(openCarrierAccount.body, { name: 'Office', limits }, [
    ['name', ['x', text(60)], ['', ' ', text(61), undefined]],
    ['pricing', ['online', 'post_office', 'franking'], ['counter']],
    ['low_balance', [null, 1, 100_000_00], [0, 100_000_01, 0.5]],
    ['limits.purchases_per_minute', [null, 1, 100_000], [0, 100_001, 0.5, undefined]],
    ['limits.pence_per_day', [null, 1, 1_000_000_00], [0, 1_000_000_01, 0.5, undefined]],
  ])
  test('accepts a change without any field', () => expect(updateCarrierAccount.body.parse({})).toEqual({}))
  testBounds(updateCarrierAccount.body, { limits }, [
    ['name', [text(60)], ['', text(61)]],
    ['is_active', [true, false], ['true']],
    ['low_balance', [null, 1, 100_000_00], [0, 100_000_01]],
    ['limits.pence_per_day', [null, 1], [0]],
    ['billing', [null], [{}]],
    ['pricing', [], ['online']],
  ])
  testBounds(listCarrierAccounts.query, {}, [
    ['carrier_code', ['RM', 'DHL'], ['rm', '', 'R M']],
    ['is_active', ['true', 'false'], ['yes']],
    ['orderBy', ['name', 'id'], ['balance']],
  ])
})

describe('statements', () => {
  testBounds(getStatement.query, {}, [
    ['dateFrom', ['2026-11-01'], ['2026-11-31']],
    ['dateTo', ['2026-11-30'], ['30/11/2026']],
  ])
  testBounds(getStatementDays.query, {}, [
    ['orderBy', ['day'], ['at']],
    ['length', [1, 100], [0, 101]],
    ['dateFrom', ['2026-11-01'], ['2026-11-31']],
  ])
  testBounds(getVatStatement.query, {}, [
    ['month', ['2026-01', '2026-12', '2099-10'], ['2026-00', '2026-13', '1999-12', '2026-1', '2026-11-01', undefined]],
  ])
})

describe('a top-up', () => {
  testBounds(topUpAccount.body, { amount: 1, reference: 'x' }, [
    ['amount', [1, 100_000_00], [0, -1, 100_000_01, 0.5, '100']],
    ['reference', ['x', text(100)], ['', ' ', text(101), undefined]],
  ])
  testBounds(rejectTopUp.body, { reason: 'x' }, [['reason', ['x', text(200)], ['', ' ', text(201), undefined]]])
  testBounds(startPayment.body, { amount: 5_00 }, [['amount', [5_00, 5_000_00], [4_99, 5_000_01, 5.5, undefined]]])
  testBounds(saveAutomaticTopUp.body, { threshold: 1, amount: 5_00, most_a_day: 1, consent: CHARGE_CONSENT }, [
    ['threshold', [1, 5_000_00], [0, 5_000_01, 0.5, undefined]],
    ['amount', [5_00, 5_000_00], [4_99, 5_000_01, undefined]],
    ['most_a_day', [1, 10], [0, 11, undefined]],
    ['consent', [CHARGE_CONSENT], ['2020-01-01', '', true, undefined]],
    ['other_card', [true, false], ['yes']],
  ])
  testBounds(listTopUpRequests.query, {}, [['state', ['pending', 'approved', 'rejected', 'expired'], ['done']]])
})

describe('the catalogue', () => {
  test('defaults to the United Kingdom and to the price list of the account', () => {
    expect(listServices.query.parse({})).toEqual({ destination: 'GB' })
    expect(listOptions.query.parse({})).toEqual({})
    expect(listPackaging.query.parse({})).toEqual({})
  })
  for (const { id, query } of [listServices, listOptions])
    describe(id, () =>
      testBounds(query, {}, [
        ['destination', ['FR'], ['fr', 'FRA', 'F', '']],
        ['pricing', ['franking'], ['counter']],
      ]),
    )
  testBounds(listPackaging.query, {}, [['service', ['SD', 'TR24'], ['X']]])
  testBounds(listServices.params, { carrier: 'RM' }, [['carrier', ['RM', 'DHL'], ['rm', '', undefined]]])
  testKept(topUpAccount.body, { amount: 1, reference: 'x' }, [['reference', ' BACS 0042 ', 'BACS 0042']])
})
