import { expect, it } from 'vitest'
import { anAddress } from '../../testing/an-address.ts'
import { changedParts } from './changed-parts.ts'
import { draftOf, mergedAddress, mostUsed } from './merged-address.ts'

it('keeps the fields of the kept address, and fills its empty ones from the others in their order', () => {
  const kept = anAddress({ phone1: '', code: '', tags: ['Press'] })
  const others = [
    anAddress({ name: 'Another', phone1: '', code: 'K1', tags: ['press', 'late'] }),
    anAddress({ phone1: '+44 20 7946 0018', code: 'K2', tags: [] }),
  ]
  expect(mergedAddress(kept, others)).toEqual({
    ...draftOf(kept),
    phone1: '+44 20 7946 0018',
    code: 'K1',
    tags: ['Press', 'late'],
  })
})

it('keeps the address most was sent to, and no more tags than an address may have', () => {
  const many = Array.from({ length: 20 }, (_, n) => `tag ${n}`)
  const [one, two] = [anAddress({ id: crypto.randomUUID(), sent: 1, tags: ['a'] }), anAddress({ sent: 2, tags: many })]
  expect(mostUsed([one, two])).toBe(two)
  expect(mergedAddress(two, [one]).tags).toEqual(many)
})

it.each([
  ['2 Quay St', '2 Quay Street', ['2 Quay', '-St'], ['2 Quay', '-Street']],
  ['TR1 3QP', 'TR1 2HD', ['TR1', '-3QP'], ['TR1', '-2HD']],
  ['Truro', 'Truro', ['Truro'], ['Truro']],
  ['', 'Truro', [], ['-Truro']],
  ['The Old Mill', 'The Mill', ['The', '-Old', 'Mill'], ['The', 'Mill']],
  ['Mill Mill', 'Mill', ['Mill', '-Mill'], ['Mill']],
])('marks what differs between %j and %j', (before, after, from, to) => {
  const marked = changedParts(before, after)
  const written = (parts: typeof marked.from) => parts.map(({ text, isChanged }) => (isChanged ? `-${text}` : text))
  expect([written(marked.from), written(marked.to)]).toEqual([from, to])
})
