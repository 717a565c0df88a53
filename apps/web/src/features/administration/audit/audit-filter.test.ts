import { expect, it } from 'vitest'
import { askedOf, auditIn, entryIn, isNarrowed, withAudit, withEntry, type ShownAudit } from './audit-filter.ts'

const ID = '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c02'
const ALL: ShownAudit = { event: 'signed_in', person: ID, about: 'a thing', from: '2026-11-16', to: '2026-11-19' }

it.each([
  ['', {}],
  ['event=signed_in', { event: 'signed_in' }],
  ['event=nonsense', {}],
  [`person=${ID}`, { person: ID }],
  [`person=${ID.toUpperCase()}`, { person: ID.toUpperCase() }],
  [`person=${ID}0`, {}],
  ['person=everyone', {}],
  ['about=a+thing', { about: 'a thing' }],
  ['about=', {}],
  [`about=${'x'.repeat(100)}`, { about: 'x'.repeat(100) }],
  [`about=${'x'.repeat(101)}`, {}],
  ['from=2026-11-16&to=2026-11-16', { from: '2026-11-16', to: '2026-11-16' }],
  ['from=2026-11-16&to=2026-11-15', { from: '2026-11-16' }],
  ['from=2026-02-30&to=2026-13-01', {}],
  ['to=2026-11-19', { to: '2026-11-19' }],
])('the URL %s is read as %o', (search, filter) => {
  const read = auditIn(new URLSearchParams(search))
  expect(JSON.parse(JSON.stringify(read))).toEqual(filter)
  expect(isNarrowed(read)).toBe(Object.keys(filter).length > 0)
})

it.each([
  ['event', { event: 'signed_in' }],
  ['person', { user_id: ID }],
  ['about', { subject: 'a thing' }],
  ['from', { dateFrom: '2026-11-16' }],
  ['to', { dateTo: '2026-11-19' }],
] as const)('the filter by %s is asked of the server as %o', (key, asked) => {
  expect(askedOf({ [key]: ALL[key] })).toStrictEqual(asked)
  expect(isNarrowed({ [key]: ALL[key] })).toBe(true)
})

it('another filter keeps the rest of the URL, but not the open entry', () => {
  const search = new URLSearchParams('view=audit&entry=12&event=signed_in&to=2026-11-20')
  expect(withAudit(search, { about: 'a thing' }).toString()).toBe('view=audit&about=a+thing')
  expect(withAudit(search, ALL).toString()).toBe(
    `view=audit&event=signed_in&to=2026-11-19&person=${ID}&about=a+thing&from=2026-11-16`,
  )
  expect(search.toString()).toBe('view=audit&entry=12&event=signed_in&to=2026-11-20')
})

it('an entry is opened, changed and closed in the URL', () => {
  const search = new URLSearchParams('view=audit')
  const opened = withEntry(search, '12')
  expect(opened.toString()).toBe('view=audit&entry=12')
  expect(entryIn(opened)).toBe('12')
  expect(withEntry(opened, '13').toString()).toBe('view=audit&entry=13')
  expect(withEntry(opened, undefined).toString()).toBe('view=audit')
  expect(entryIn(search)).toBeUndefined()
})
