import { expect, test } from 'vitest'
import { filterIn, isFiltered, narrowingOf, withFilter } from './history-filter.ts'

const PERSON = 'b0f7c5b6-52a8-4f0e-8a0f-6d8a4b1f0c01'

test('a URL names every filter, and gives it back', () => {
  const url = `q=nw1&from=2026-11-01&to=2026-11-19&state=bought&service=1%2C2&person=${PERSON}&costcenter=${PERSON}&country=FR`
  const filter = filterIn(new URLSearchParams(url))
  expect(filter).toEqual({
    q: 'nw1',
    from: '2026-11-01',
    to: '2026-11-19',
    state: 'bought',
    service: '1,2',
    person: PERSON,
    costcenter: PERSON,
    country: 'FR',
  })
  expect(withFilter(new URLSearchParams('shipment=x'), filter).toString()).toBe(`shipment=x&${url}`)
})

test.each(['from=yesterday', 'state=test', 'service=x', 'person=me', 'country=fr', 'from=2026-02-30'])(
  'a URL with %s narrows to nothing',
  (url) => {
    expect(isFiltered(filterIn(new URLSearchParams(url)))).toBe(false)
  },
)

test('a last day before the first one is left out', () => {
  expect(filterIn(new URLSearchParams('from=2026-11-02&to=2026-11-01'))).toMatchObject({
    from: '2026-11-02',
    to: undefined,
  })
})

test('the server is asked for shipments entered by hand too', () => {
  expect(narrowingOf({ q: ' pembroke ', from: '2026-11-01', state: 'voided' })).toEqual({
    text: 'pembroke',
    dateFrom: '2026-11-01',
    status: 'voided',
    withManual: 'true',
  })
})
