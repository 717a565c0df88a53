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

test('every filter reaches the server under its own name', () => {
  const filter = filterIn(
    new URLSearchParams(`q=a&from=2026-11-01&to=2026-11-01&state=bought&service=1&person=${PERSON}&country=FR`),
  )
  expect(narrowingOf({ ...filter, costcenter: PERSON })).toEqual({
    text: 'a',
    dateFrom: '2026-11-01',
    dateTo: '2026-11-01',
    status: 'bought',
    service: '1',
    person: PERSON,
    costcenter: PERSON,
    country: 'FR',
    withManual: 'true',
  })
  expect(narrowingOf({ q: ' ' })).toEqual({ withManual: 'true' })
})

test('a last day needs no first one, and a text is cut to what can be searched', () => {
  expect(filterIn(new URLSearchParams('to=2026-11-01')).to).toBe('2026-11-01')
  expect(filterIn(new URLSearchParams('to=2026-02-30')).to).toBeUndefined()
  expect(filterIn(new URLSearchParams(`q=${'x'.repeat(101)}`)).q).toBe('x'.repeat(100))
  expect(filterIn(new URLSearchParams('service=1,x')).service).toBeUndefined()
})

test('a filter that is removed leaves the URL', () => {
  expect(withFilter(new URLSearchParams('q=a&country=FR&shipment=x'), { q: '' }).toString()).toBe('shipment=x')
})

test.each(['q=a', 'from=2026-11-01', 'country=FR'])('a URL with %s narrows', (url) => {
  expect(isFiltered(filterIn(new URLSearchParams(url)))).toBe(true)
})
