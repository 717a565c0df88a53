import { expect, it } from 'vitest'
import { referenceProblems, type ReferenceField } from './reference-fields.ts'

const field = (change: Partial<ReferenceField>): ReferenceField => ({
  label: 'Order',
  required: false,
  choices: [],
  pattern: '',
  ...change,
})

it.each<[Partial<ReferenceField>, string | undefined, string | undefined]>([
  // field, reference, problem
  [{}, undefined, undefined],
  [{}, 'anything', undefined],
  [{ required: true }, undefined, 'required'],
  [{ required: true }, '', 'required'],
  [{ required: true }, 'x', undefined],
  [{ choices: ['Sales', 'Legal'] }, 'Sales', undefined],
  [{ choices: ['Sales', 'Legal'] }, 'sales', 'not_allowed'],
  [{ choices: ['Sales', 'Legal'] }, '', undefined],
  [{ pattern: 'PO-9999' }, 'PO-1042', undefined],
  [{ pattern: 'PO-9999' }, 'PO-10422', 'invalid'],
  [{ pattern: 'PO-9999' }, 'PO-104', 'invalid'],
  [{ pattern: 'PO-9999' }, 'PO-104x', 'invalid'],
  [{ pattern: 'PO-9999' }, 'po-1042', 'invalid'],
  [{ pattern: 'PO-9999' }, '', undefined],
  [{ pattern: 'AA/9' }, 'Éz/7', undefined],
  [{ pattern: 'AA/9' }, 'E1/7', 'invalid'],
  [{ pattern: '.*' }, 'xx', 'invalid'],
  [{ pattern: '.*' }, '.*', undefined],
  [{ choices: ['A1', 'B2'], pattern: '99' }, 'A1', 'invalid'],
])('%j with %j: %s', (change, reference, code) => {
  const references = reference === undefined ? [] : [reference]
  expect(referenceProblems([field(change)], references).map((problem) => problem.code)).toEqual(code ? [code] : [])
})

it('checks each reference by the rule at its index, and no further references', () => {
  const fields = [field({ required: true }), field({ choices: ['x'] })]
  expect(referenceProblems(fields, ['', 'y', 'z'])).toEqual([
    { position: 0, code: 'required' },
    { position: 1, code: 'not_allowed' },
  ])
})
