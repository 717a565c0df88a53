import { expect, it } from 'vitest'
import { changeAt } from './read-changes.ts'
import { ScimRefusal } from './scim-refusal.ts'

const mails = (count: number) => Array.from({ length: count }, (_, n) => ({ value: `nia-${n}@office.example` }))

it.each([
  ['userName', 'userName', 200],
  ['externalId', 'externalId', 200],
  ['displayName', 'displayName', 100],
  ['name.formatted', 'formatted', 200],
  ['name.givenName', 'givenName', 100],
  ['name.familyName', 'familyName', 100],
  ['emails.value', 'email', 200],
])('%s is kept as %s, with %i characters at most', (path, kept, most) => {
  expect(changeAt(path, 'x'.repeat(most))).toEqual({ [kept]: 'x'.repeat(most) })
  expect(() => changeAt(path, 'x'.repeat(most + 1))).toThrow(ScimRefusal)
  expect(changeAt(path, 'x')).toEqual({ [kept]: 'x' })
})

it('only a userName cannot be empty', () => {
  expect(changeAt('displayName', '')).toEqual({ displayName: null })
  expect(() => changeAt('userName', '')).toThrow(ScimRefusal)
})

it.each([
  ['the first', [{ value: 'a@x.example' }, { value: 'b@x.example' }], 'a@x.example'],
  ['that of work', [{ value: 'a@x.example' }, { value: 'b@x.example', type: 'Work' }], 'b@x.example'],
  [
    'the primary one',
    [
      { value: 'a@x.example', type: 'work' },
      { value: 'b@x.example', primary: 'True' },
    ],
    'b@x.example',
  ],
  ['the only one, whatever else it says', { value: 'a@x.example', type: 7, primary: 'maybe' }, 'a@x.example'],
  ['none of none', [], null],
  ['the last of twenty', [...mails(19), { value: 'b@x.example', primary: true }], 'b@x.example'],
])('of several addresses %s is kept', (_which, given, email) => {
  expect(changeAt('emails', given)).toEqual({ email })
})

it('more than twenty addresses, and one that is too long, are refused', () => {
  expect(() => changeAt('emails', mails(21))).toThrow(ScimRefusal)
  expect(changeAt('emails', { value: 'x'.repeat(200) })).toEqual({ email: 'x'.repeat(200) })
  expect(() => changeAt('emails', { value: 'x'.repeat(201) })).toThrow(ScimRefusal)
})
