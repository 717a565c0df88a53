import { companyOrPerson } from '@postroom/domain/catalogue/addressed-name'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { i18next } from '../../i18n.ts'
import { anAddress } from '../../testing/an-address.ts'
import { fittingColumns } from '../../ui/lists/columns.ts'
import { addressColumns, twoLines } from './address-columns.tsx'
import { stateOf } from './address-state.ts'

const columns = () => addressColumns(i18next.t, 'en-gb')
const NOT_WHOLE = anAddress({ name: '', city: '', postal_code: '', last_sent_at: null, sent: 12_345 })

it.each([
  [{ invalid_reason: 'refused', suggested: anAddress(), correction_status: 'invalid' }, 'returned'],
  [{ suggested: anAddress(), correction_status: 'invalid' }, 'difference'],
  [{ correction_status: 'invalid' }, 'wrong'],
  [{ correction_status: 'unverified' }, 'unchecked'],
  [{ correction_status: 'verified' }, 'verified'],
  [{ correction_status: 'corrected' }, 'corrected'],
] as const)('the most urgent fact of an address is its state: %#', (change, state) =>
  expect(stateOf(anAddress(change))).toBe(state),
)

it('has room for every column from 860 pixels on, and sorts by name, town and postcode', () => {
  expect(columns().map(({ id, width }) => [id, width])).toEqual([
    ['known_as', '3fr'],
    ['city', '2fr'],
    ['postal_code', 104],
    ['state', 140],
    ['tags', '2fr'],
    ['last_sent', 116],
    ['sent', 80],
  ])
  const shown = (width: number) => fittingColumns(columns(), width).map(({ id }) => id)
  expect(shown(859)).toEqual(['known_as', 'city', 'postal_code', 'state'])
  expect(shown(860)).toHaveLength(7)
  const sorted = columns().filter(({ isSortable }) => isSortable)
  expect(sorted.map(({ id }) => id)).toEqual(['known_as', 'city', 'postal_code'])
  expect(columns().filter(({ isRowHeader }) => isRowHeader)).toEqual([expect.objectContaining({ id: 'known_as' })])
})

it.each([
  [anAddress(), ['Trewin Frames Perran Trewin', 'Truro', 'TR1 3QP', 'Not checked', 'Catalogue', '18 Nov 2026', '9']],
  [NOT_WHOLE, ['Trewin Frames', '', '', 'Not checked', 'Catalogue', '', '12,345']],
  [
    anAddress({ company_name: '', city: 'Paris', country: 'FR', tags: ['late', 'Press'] }),
    ['Perran Trewin', 'Paris, France', 'TR1 3QP', 'Not checked', 'latePress', '18 Nov 2026', '9'],
  ],
])('the cells of an address: %#', (address, texts) => {
  const cells = columns().map(({ cell }) => renderToStaticMarkup(cell(address)).replaceAll(/<[^>]*>/g, ''))
  expect(cells).toEqual(texts)
})

it.each([
  [anAddress(), 'Truro · TR1 3QP'],
  [anAddress({ city: 'Paris', country: 'FR', postal_code: '' }), 'Paris, France'],
  [NOT_WHOLE, ''],
])('the second line of an address on a phone: %#', (address, second) => {
  const line = twoLines(i18next.t, 'en-gb')(address)
  expect(line.second).toBe(second)
  expect(renderToStaticMarkup(line.first)).toContain(`<b>${companyOrPerson(address)}</b>`)
  expect(renderToStaticMarkup(line.end)).toContain('Not checked')
})
