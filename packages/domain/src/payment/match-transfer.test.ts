import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { toPence } from '../money.ts'
import { matchTransfers, type AwaitedTransfer, type TransferVerdict } from './match-transfer.ts'

const awaited = (change: Partial<AwaitedTransfer> = {}): AwaitedTransfer => ({
  id: 'a',
  amount: toPence(5_000_00),
  reference: 'INV-1042',
  is_credited: false,
  is_taken: false,
  ...change,
})
const credited = { is_credited: true }
const taken = { is_credited: true, is_taken: true }
const match = (text: string, awaits: readonly AwaitedTransfer[], amount = 5_000_00) =>
  matchTransfers([{ amount: toPence(amount), text }], awaits)[0]!

test.each<[what: string, awaits: AwaitedTransfer[], amount: number, verdict: TransferVerdict, proposed: string[]]>([
  ['a waiting top-up of this amount', [awaited()], 5_000_00, 'exact', ['a']],
  ['a waiting top-up of another amount', [awaited()], 4_999_99, 'amount_differs', ['a']],
  ['two waiting top-ups', [awaited(), awaited({ id: 'b' })], 5_000_00, 'several', ['a', 'b']],
  [
    'two waiting top-ups, one of this amount',
    [awaited(), awaited({ id: 'b', amount: toPence(1) })],
    5_000_00,
    'exact',
    ['a'],
  ],
  ['a waiting and a credited one', [awaited(), awaited({ id: 'b', ...credited })], 5_000_00, 'several', ['a', 'b']],
  ['a credited top-up of this amount', [awaited(credited)], 5_000_00, 'already_credited', ['a']],
  ['a credited top-up of another amount', [awaited(credited)], 1, 'amount_differs', ['a']],
  ['a top-up that another transfer paid', [awaited(taken)], 5_000_00, 'already_credited', []],
  ['last month’s and this month’s', [awaited(taken), awaited({ id: 'b' })], 5_000_00, 'exact', ['b']],
  ['a paid top-up of another amount', [awaited(taken)], 1, 'none', []],
  ['nothing', [awaited({ reference: 'INV-1043' })], 5_000_00, 'none', []],
])('the text names %s', (_what, awaits, amount, verdict, proposed) => {
  expect(match('Llewellyn INV-1042', awaits, amount)).toEqual({ verdict, proposed })
})

describe('the reference INV-1042', () => {
  test.each([
    ['alone', 'INV-1042', true],
    ['in lower case', 'inv-1042', true],
    ['without its dash', 'INV1042', true],
    ['with blanks', 'I N V 1042', true],
    ['broken over two lines', 'LLEWELLYN INV-10\n42 NOV', true],
    ['in full-width letters', 'ＩＮＶ１０４２', true],
    ['between other signs', '/RFB/INV-1042/', true],
    ['as the beginning of a longer number', 'INV-10423', false],
    ['as the end of a longer word', 'XINV-1042', false],
    ['with a digit missing', 'INV-104', false],
    ['with two digits exchanged', 'INV-1024', false],
    ['in an empty text', '', false],
  ])('%s: %s → %s', (_how, text, isNamed) => {
    expect(match(text, [awaited()]).verdict).toBe(isNamed ? 'exact' : 'none')
  })

  test.each(['', '--', 'A-1', '(.*)'])('is not %j, which is too short to be searched for', (reference) => {
    expect(match(`A-1 ${reference}`, [awaited({ reference })]).verdict).toBe('none')
  })
})

const letters = fc.string({ unit: fc.constantFrom('A', 'B', '1', 'É'), minLength: 4, maxLength: 8 })
const between = fc.string({ unit: fc.constantFrom(' ', '-', '/', '.', '\n', '*', '\\'), maxLength: 3 })
const awaits = fc.uniqueArray(
  fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    amount: fc.constantFrom(1, 2).map(toPence),
    reference: letters,
    is_credited: fc.boolean(),
    is_taken: fc.boolean(),
  }),
  { selector: ({ id }) => id },
)

it('finds a reference whatever stands between its letters, and not inside a word', () => {
  fc.assert(
    fc.property(letters, fc.array(between, { minLength: 9, maxLength: 9 }), between, (reference, gaps, around) => {
      const written = Array.from(reference.toLowerCase(), (letter, at) => `${letter}${gaps[at]}`).join('')
      const awaiting = [awaited({ reference: `${around}${reference}` })]
      expect(match(`Z ${written} Z`, awaiting).verdict).toBe('exact')
      expect(match(`Z${reference}`, awaiting).verdict).toBe('none')
    }),
  )
})

it('proposes to confirm only free top-ups of the amount, and one alone unless there are several', () => {
  fc.assert(
    fc.property(awaits, fc.array(letters), fc.constantFrom(1, 2), (awaiting, words, amount) => {
      const { verdict, proposed } = match(words.join(' '), awaiting, amount)
      const found = awaiting.filter(({ id }) => proposed.includes(id))
      expect(found.map(({ id }) => id)).toEqual(proposed)
      expect(found.filter(({ is_taken }) => is_taken)).toEqual([])
      expect(new Set(found.map((one) => one.amount === amount)).size).toBeLessThan(2)
      if (verdict === 'exact') expect(found).toMatchObject([{ amount, is_credited: false }])
      if (verdict === 'several') expect(found.length).toBeGreaterThan(1)
      if (verdict === 'none') expect(proposed).toEqual([])
    }),
  )
})

it('does not depend on the order of top-ups, nor on the other transfers', () => {
  fc.assert(
    fc.property(awaits, letters, letters, (awaiting, text, other) => {
      const alone = match(text, awaiting, 1)
      const reversed = match(text, awaiting.toReversed(), 1)
      const amount = toPence(1)
      expect(
        matchTransfers(
          [
            { amount, text: other },
            { amount, text },
          ],
          awaiting,
        )[1],
      ).toEqual(alone)
      expect({ ...reversed, proposed: reversed.proposed.toReversed() }).toEqual(alone)
    }),
  )
})
