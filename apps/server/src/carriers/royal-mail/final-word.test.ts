import { describe, expect, it, test } from 'vitest'
import { jsonOf, optional, reasonOf, words } from './answered.ts'
import { finalWordOn, labelOf, purchaseOutcome, voidOutcome } from './final-word.ts'

const label = Buffer.from('%PDF-')
const KNOWN = { carrier_no: 'N1', further_nos: ['N2'], reason: null, label, width_mm: 102, height_mm: 152 }
const of = (state: Parameters<typeof finalWordOn>[0]['state'], more = {}) => ({ ...KNOWN, state, ...more })

describe('the outcome of a purchase', () => {
  const accepted = { kind: 'accepted', carrier_no: 'N1', further_nos: ['N2'] }
  const cancelled = { kind: 'rejected', reason: 'This order was cancelled.' }
  it.each([
    ['asked', { kind: 'unknown' }, { kind: 'unknown' }],
    ['cancelling', { kind: 'unknown' }, { kind: 'unknown' }],
    ['live', accepted, accepted],
    ['voided', accepted, accepted],
    ['tombstoned', { kind: 'tombstoned' }, cancelled],
  ] as const)('%s, for the settler and for the buyer', (state, settled, bought) => {
    expect(finalWordOn(of(state))).toEqual(settled)
    expect(purchaseOutcome(of(state))).toEqual(bought)
  })

  it('rejected has the reason that was given', () => {
    const { further_nos: _none, ...single } = of('live')
    expect(finalWordOn(of('rejected', { reason: 'No.' }))).toEqual({ kind: 'rejected', reason: 'No.' })
    const unsaid = { kind: 'rejected', reason: 'Royal Mail refused the order.' }
    expect(purchaseOutcome(of('rejected'))).toEqual(unsaid)
    expect(finalWordOn(single)).toEqual({ ...accepted, further_nos: [] })
  })
})

test('a void without a refusal is granted', () => {
  expect(voidOutcome({ refusal: null })).toEqual({ kind: 'voided' })
  expect(voidOutcome({ refusal: 'Late.' })).toEqual({ kind: 'refused', reason: 'Late.' })
})

test('only a live purchase has a label, with a page for each item', () => {
  const { further_nos: _none, ...single } = of('live')
  expect(labelOf(of('live'))).toEqual({ pdf: label, width_mm: 102, height_mm: 152, pages: 2 })
  expect(labelOf(single)?.pages).toBe(1)
  expect(labelOf(of('voided'))).toBeUndefined()
  expect(labelOf(of('live', { label: null }))).toBeUndefined()
  expect(labelOf(of('live', { label: Buffer.alloc(0) }))).toBeUndefined()
})

test.each<[(string | undefined)[], string | undefined]>([
  [[], undefined],
  [['', ' ', undefined], undefined],
  [[' One. ', undefined, 'Two\n\n words.'], 'One. Two words.'],
  [['x'.repeat(299)], 'x'.repeat(299)],
  [['x'.repeat(301)], 'x'.repeat(300)],
])('the reason in %j is one short line', (messages, reason) => expect(reasonOf(messages)).toBe(reason))

test('null is read as absent, and no JSON as nothing', () => {
  expect([words.parse(null), words.parse(undefined), words.parse('a')]).toEqual([undefined, undefined, 'a'])
  expect(optional(words).parse(null)).toBeUndefined()
  expect(jsonOf(Buffer.from('{"é":1}'))).toEqual({ é: 1 })
  expect(jsonOf(Buffer.from('{'))).toBeUndefined()
})
