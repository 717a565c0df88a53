import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { toPence } from '../money.ts'
import { INVOICE_OUTCOMES, matchInvoice, type MatchedLine, type PurchasedItem } from './match-invoice.ts'

const anItem = (change: Partial<PurchasedItem> = {}): PurchasedItem => ({
  item_no: 'A',
  purchase_id: 'purchase of A',
  account_id: 'ours',
  is_voided: false,
  is_return: false,
  is_due: true,
  booked: toPence(320),
  invoiced: toPence(0),
  ...change,
})
const line = (gross: number, item_no = 'A') => ({ item_no, gross: toPence(gross) })
const shortOf = ({ outcome, difference }: MatchedLine) => [outcome, difference]

describe('a line of the invoice', () => {
  const voided = { is_voided: true, is_due: false, booked: toPence(0) }
  const earlier = { is_due: false, invoiced: toPence(320) }
  const aReturn = { is_return: true, is_due: false, booked: toPence(0) }
  test.each([
    ['agrees', anItem(), [320], [['agrees', 0]]],
    ['charges more', anItem(), [330], [['charged_more', 10]]],
    ['charges less', anItem(), [300], [['charged_less', -20]]],
    [
      'charges twice',
      anItem(),
      [320, 320],
      [
        ['agrees', 0],
        ['charged_twice', 320],
      ],
    ],
    ['charges again what an earlier invoice charged', anItem(earlier), [320], [['charged_twice', 320]]],
    ['charges a voided item', anItem(voided), [320], [['charged_voided', 320]]],
    ['charges a return label that was used', anItem(aReturn), [320], [['return_used', 320]]],
    [
      'charges a return label twice',
      anItem(aReturn),
      [320, 320],
      [
        ['return_used', 320],
        ['charged_twice', 320],
      ],
    ],
    [
      'credits a return label',
      anItem({ ...aReturn, booked: toPence(320), invoiced: toPence(320) }),
      [-320],
      [['charged_less', -320]],
    ],
    ['credits an item voided since', anItem({ ...voided, invoiced: toPence(320) }), [-320], [['agrees', 0]]],
    [
      'credits a second charge',
      anItem(),
      [320, 320, -320],
      [
        ['agrees', 0],
        ['charged_twice', 320],
        ['charged_less', -320],
      ],
    ],
    ['is of another account', anItem({ account_id: 'theirs', is_due: false }), [320], [['other_account', 320]]],
    [
      'is of an account that is not asked about',
      anItem({ item_no: 'B', is_due: false }),
      [320],
      [['unknown_item', 320]],
    ],
  ])('%s', (_what, item, charges, expected) => {
    expect(
      matchInvoice(
        charges.map((gross) => line(gross)),
        [item],
        'ours',
      ).map(shortOf),
    ).toEqual(expected)
  })

  it('belongs to any account when the invoice is for all', () => {
    expect(matchInvoice([line(320)], [anItem({ account_id: 'theirs' })], null).map(shortOf)).toEqual([['agrees', 0]])
  })

  it('is missing only for an item that is due and on no line', () => {
    const items = [anItem(), anItem({ item_no: 'B' }), anItem({ item_no: 'C', is_due: false })]
    expect(matchInvoice([line(320)], items, null).slice(1)).toEqual([
      {
        line: null,
        item_no: 'B',
        outcome: 'missing',
        purchase_id: 'purchase of A',
        gross: 0,
        expected: 320,
        difference: -320,
      },
    ])
  })
})

const pence = (min: number) => fc.integer({ min, max: 5_000 }).map(toPence)
const numbers = fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F', 'G', 'H')
const items = fc.uniqueArray(
  fc.record({
    item_no: numbers,
    purchase_id: fc.constant('purchase'),
    account_id: fc.constantFrom('ours', 'theirs'),
    is_voided: fc.boolean(),
    is_return: fc.boolean(),
    is_due: fc.boolean(),
    booked: pence(0),
    invoiced: pence(0),
  }),
  { selector: ({ item_no }) => item_no },
)
const lines = fc.array(fc.record({ item_no: numbers, gross: pence(-5_000) }), { maxLength: 20 })
const account = fc.constantFrom('ours', null)

it('each line has one outcome, and its gross is what was expected plus the difference', () => {
  fc.assert(
    fc.property(lines, items, account, (given, known, of) => {
      const matched = matchInvoice(given, known, of)
      expect(matched.flatMap(({ line: at }) => at ?? [])).toEqual(given.map((_, at) => at))
      for (const row of matched) {
        expect(row.gross).toBe(row.expected + row.difference)
        if (row.line !== null) expect(row.gross).toBe(given[row.line]!.gross)
        if (row.outcome === 'agrees') expect(row.difference).toBe(0)
      }
    }),
  )
})

const total = (rows: readonly MatchedLine[], of: 'gross' | 'difference', item_no: string) =>
  rows
    .filter((row) => row.item_no === item_no && row.line !== null && row.outcome !== 'other_account')
    .reduce((sum, row) => sum + row[of], 0)

it('once the differences are booked, the books hold what the invoices charge for each item', () => {
  fc.assert(
    fc.property(lines, items, account, (given, known, of) => {
      const matched = matchInvoice(given, known, of)
      for (const { item_no, booked, invoiced } of known)
        if (matched.some((row) => row.item_no === item_no && row.line !== null && row.outcome !== 'other_account'))
          expect(booked + total(matched, 'difference', item_no)).toBe(invoiced + total(matched, 'gross', item_no))
    }),
  )
})

const linesOf = (rows: readonly MatchedLine[]) => rows.filter((row) => row.line !== null).map(shortOf)

it('two invoices find the same differences as one with the lines of both', () => {
  fc.assert(
    fc.property(lines, lines, items, (first, second, known) => {
      const both = matchInvoice([...first, ...second], known, null)
      const one = matchInvoice(first, known, null)
      const since = known.map((item) => ({
        ...item,
        booked: toPence(item.booked + total(one, 'difference', item.item_no)),
        invoiced: toPence(item.invoiced + total(one, 'gross', item.item_no)),
      }))
      const two = matchInvoice(second, since, null)
      expect([...linesOf(one), ...linesOf(two)]).toEqual(linesOf(both))
    }),
  )
})

it('readers of an invoice know these outcomes', () => {
  expect(INVOICE_OUTCOMES.join(' ')).toBe(
    'agrees charged_more charged_less charged_twice charged_voided return_used other_account unknown_item missing',
  )
})
