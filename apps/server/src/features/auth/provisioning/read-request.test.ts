import { expect, it, test } from 'vitest'
import { personAfter } from './person.ts'
import { changeAt, changesIn } from './read-changes.ts'
import { readPatch, readSearch, readUser } from './read-request.ts'

const CORE = 'urn:ietf:params:scim:schemas:core:2.0:User:'
const refused = (code: string) => expect.objectContaining({ message: code }) as Error

test.each<[string, unknown, object]>([
  ['displayName', 'Nia', { displayName: 'Nia' }],
  ['displayName', '', { displayName: null }],
  ['displayName', null, { displayName: null }],
  ['displayName', 'x'.repeat(100), { displayName: 'x'.repeat(100) }],
  ['externalId', 'x'.repeat(200), { externalId: 'x'.repeat(200) }],
  ['name.formatted', 'x'.repeat(200), { formatted: 'x'.repeat(200) }],
  ['name.givenName', 'x'.repeat(100), { givenName: 'x'.repeat(100) }],
  ['name.familyName', 'x'.repeat(100), { familyName: 'x'.repeat(100) }],
  ['userName', 'x'.repeat(200), { userName: 'x'.repeat(200) }],
  ['emails.value', 'x'.repeat(200), { email: 'x'.repeat(200) }],
  ['name', null, { formatted: null, givenName: null, familyName: null }],
  ['name', { givenName: 'Nia', middleName: 'M', FAMILYNAME: 'Rees' }, { givenName: 'Nia', familyName: 'Rees' }],
  ['emails', null, { email: null }],
  ['emails', [], { email: null }],
  ['emails', { value: 'one@example.com' }, { email: 'one@example.com' }],
  ['emails', [{ value: null }], { email: null }],
  ['emails', [{ value: 'a' }, { value: 'b', type: 'WORK' }, { value: 'c', primary: 'True' }], { email: 'c' }],
  ['emails', [{ value: 'a' }, { value: 'b', type: 'WORK' }, { value: 'c', primary: 'maybe' }], { email: 'b' }],
  [
    'emails',
    [
      { value: 'a', type: 1 },
      { value: 'b', type: 'home' },
    ],
    { email: 'a' },
  ],
  ['emails', Array.from({ length: 20 }, () => ({ value: 'a' })), { email: 'a' }],
  ['emails[primary eq "true"].value', 'a', { email: 'a' }],
  ['emails[primary eq true].value', 'a', { email: 'a' }],
  ['emails[ type eq "work" ].value', 'a', { email: 'a' }],
  ['emails[type eq "home"].value', 'a', {}],
  ['active', 'TRUE', { active: true }],
  ['active', false, { active: false }],
  [`${CORE}displayName`, 'Nia', { displayName: 'Nia' }],
  [`${CORE.toLowerCase()}name.givenname`, 'Nia', { givenName: 'Nia' }],
  ['urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', 'Post', {}],
  ['$ref', 'x', {}],
])('at %s, %j', (path, value, changes) => {
  expect(changeAt(path, value)).toEqual(changes)
})

test.each<[string, unknown, string]>([
  ['displayName', 'x'.repeat(101), 'value'],
  ['displayName', 'two\nlines', 'value'],
  ['displayName', 1, 'value'],
  ['externalId', 'x'.repeat(201), 'value'],
  ['name.formatted', 'x'.repeat(201), 'value'],
  ['name.givenName', 'x'.repeat(101), 'value'],
  ['name.familyName', 'x'.repeat(101), 'value'],
  ['userName', 'x'.repeat(201), 'value'],
  ['userName', '', 'value'],
  ['emails.value', 'x'.repeat(201), 'value'],
  ['emails', 'a@example.com', 'value'],
  ['name', ['Nia'], 'value'],
  ['active', 'yes', 'value'],
  ['meta', {}, 'read_only'],
  ['1x', 'x', 'path'],
])('at %s, %j is refused', (path, value, code) => {
  expect(() => changeAt(path, value)).toThrow(refused(code))
})

it('a refused path is named by its first hundred characters', () => {
  expect(() => changeAt('!'.repeat(150), 1)).toThrow(
    expect.objectContaining({ detail: `${'!'.repeat(100)}: This path is not understood.` }) as Error,
  )
})

it('an object changes what it names, except what only the server sets', () => {
  expect(changesIn({ schemas: [], ID: '1', Meta: {}, displayName: 'Nia', active: true })).toEqual({
    displayName: 'Nia',
    active: true,
  })
})

test.each<[string, object, object]>([
  ['an address alone', { userName: 'nia@example.com' }, { email: 'nia@example.com', displayName: 'nia' }],
  ['names', { userName: 'n@example.com', name: { givenName: 'Nia', familyName: 'Rees' } }, { displayName: 'Nia Rees' }],
  ['one name', { userName: 'n@example.com', name: { familyName: 'Rees' } }, { displayName: 'Rees' }],
  [
    'a whole name',
    { userName: 'n@example.com', name: { formatted: 'N. Rees', givenName: 'Nia' } },
    { displayName: 'N. Rees' },
  ],
  [
    'an own display name',
    { userName: 'n@example.com', displayName: 'N', name: { givenName: 'Nia' } },
    { displayName: 'N' },
  ],
  [
    'a long name',
    { userName: 'n@example.com', name: { formatted: 'x'.repeat(150) } },
    { displayName: 'x'.repeat(100) },
  ],
  [
    'half a character',
    { userName: 'n@example.com', name: { formatted: `${'x'.repeat(99)}🙂` } },
    { displayName: 'x'.repeat(99) },
  ],
  ['an address of its own', { userName: 'Nia', emails: [{ value: 'n@example.com' }] }, { email: 'n@example.com' }],
])('a user with %s', (_what, body, person) => {
  expect(readUser(body, true)).toMatchObject({ active: true, ...person })
  expect(readUser({ ...body, active: false }, true).active).toBe(false)
})

test.each<[string, unknown, string]>([
  ['no body', undefined, 'body'],
  ['a list', [], 'body'],
  ['no userName', { displayName: 'x' }, 'value'],
  ['an address that is none', { userName: 'nia' }, 'value'],
  ['an address of 201 characters', { userName: `${'x'.repeat(189)}@example.com` }, 'value'],
])('a user with %s is refused', (_what, body, code) => {
  expect(() => readUser(body, true)).toThrow(refused(code))
})

const before = { ...readUser({ userName: 'n@example.com', name: { givenName: 'Nia' } }, true), displayName: 'Shown' }

test.each([
  ['the same part of a name', { givenName: 'Nia' }, 'Shown'],
  ['another part', { givenName: 'Mair' }, 'Mair'],
  ['no part', { givenName: null }, 'Shown'],
  ['both', { givenName: 'Mair', displayName: 'Own' }, 'Own'],
])('after %s is said, the display name is that of the change or stays', (_what, changes, displayName) => {
  expect(personAfter(before, changes).displayName).toBe(displayName)
})

it('operations are read in their order, whatever the case of their names', () => {
  const operations = [
    { op: 'Add', path: 'displayName', value: 'One' },
    { op: 'REPLACE', value: { displayName: 'Two', active: 'false' } },
    { op: 'remove', path: 'externalId' },
  ]
  expect(readPatch({ Operations: operations })).toEqual({ displayName: 'Two', active: false, externalId: null })
})

test.each([
  [{}, 1, 100],
  [{ startIndex: '7', count: '5' }, 7, 5],
  [{ startIndex: '0', count: '0' }, 1, 0],
  [{ startIndex: '-3', count: '-1' }, 1, 0],
  [{ count: '100' }, 1, 100],
  [{ count: '101' }, 1, 100],
])('a list asked for with %j', (query, startIndex, count) => {
  expect(readSearch(query)).toEqual({ filter: undefined, startIndex, count })
})

test.each([
  ['externalId eq "a\\"b"', { by: 'externalId', value: 'a"b' }],
  [' UserName  EQ  "x" ', { by: 'userName', value: 'x' }],
])('a list filtered by %s', (filter, read) => {
  expect(readSearch({ filter }).filter).toEqual(read)
})
