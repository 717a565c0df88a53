import { expect, it } from 'vitest'
import { filterIn, queryOf } from './price-filter.ts'

const EVERY = { channel: 'online', changed: 'false' } as const

it.each([
  ['', EVERY, ''],
  ['channel=post_office', { ...EVERY, channel: 'post_office' }, 'channel=post_office'],
  ['channel=market', EVERY, ''],
  ['list=online-2026-04-07', { ...EVERY, list: 'online-2026-04-07' }, 'list=online-2026-04-07'],
  ['list=', EVERY, ''],
  [`list=${'x'.repeat(41)}`, { ...EVERY, list: 'x'.repeat(40) }, `list=${'x'.repeat(40)}`],
  ['service=SD', { ...EVERY, service: 'SD' }, 'service=SD'],
  ['service=owl', EVERY, ''],
  ['changed=true', { ...EVERY, changed: 'true' }, 'changed=true'],
  ['changed=yes', EVERY, ''],
])('the URL %s is read as %o, whose query is %s', (search, filter, query) => {
  const read = filterIn(new URLSearchParams(search))
  expect(JSON.parse(JSON.stringify(read))).toEqual(filter)
  expect(new URLSearchParams(queryOf(read)).toString()).toBe(`view=prices${query && `&${query}`}`)
})
