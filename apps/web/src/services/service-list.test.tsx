import { toPence } from '@postroom/domain/money'
import { rateEvery } from '@postroom/domain/rating/rating'
import { priceListFor } from '@postroom/domain/tariffs/price-list'
import type { Grams } from '@postroom/domain/measures'
import type { PackagingCode } from '@postroom/domain/catalogue/packaging'
import type { ServiceCode } from '@postroom/domain/catalogue/services'
import { fireEvent, screen, within } from '@testing-library/dom'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { expect, it, vi } from 'vitest'
import { i18next } from '../i18n.ts'
import type { Rates } from '../rating/merge-rates.ts'
import type { Suggestion } from '../rating/suggestion.ts'
import { show } from '../testing/show.tsx'
import { NotOffered } from './not-offered.tsx'
import { useServiceFilter } from './service-filter.tsx'
import { ServiceList } from './service-list.tsx'
import { arrivalText, savingText } from './service-texts.ts'

const MONDAY = '2026-11-23'
const quotesFor = (country = 'GB', packaging: PackagingCode = 'small_parcel') => {
  const item = { packaging, weight: 1240 as Grams, country, day: MONDAY }
  const rated = rateEvery(item, priceListFor('online', MONDAY), MONDAY)
  if (!rated.ok) throw new Error(rated.refusal.code)
  return rated.quotes as unknown as Rates['data']
}

function List(props: { start?: ServiceCode; suggestion?: Suggestion; quotes?: Rates['data']; hasOwnValue?: boolean }) {
  const { start, suggestion, quotes = quotesFor(), hasOwnValue = false } = props
  const [chosen, setChosen] = useState(start)
  const filter = useServiceFilter(quotes)
  return (
    <>
      {filter.chips}
      <ServiceList
        quotes={quotes}
        filter={filter}
        chosen={chosen ?? suggestion?.service}
        suggestion={chosen ? undefined : suggestion}
        onChoose={setChosen}
        hasOwnValue={hasOwnValue}
        extras={<p>Extras</p>}
      />
    </>
  )
}
const list = () => within(screen.getByRole('radiogroup', { name: 'Choose a service' }))
const rows = () =>
  list()
    .getAllByRole('radio')
    .map((radio) => radio.closest('label')?.textContent)
const names = () =>
  list()
    .getAllByRole('radio')
    .map((radio) => radio.closest('label')?.querySelector('b')?.textContent)
const chosen = () => list().getByRole('radio', { checked: true }).closest('label')

it('shows every service in one list, cheapest first, with arrival, tracking, cover and price', () => {
  show(<List suggestion={{ service: '2', reason: 'last_used' }} />)
  expect(rows()).toEqual([
    'Tracked 48Save 30pWed 25 or Thu 26 Nov, aimTrackedcover £150£3.65',
    '2nd ClassLast usedWed 25 or Thu 26 Nov, aimNot trackedcover £20£3.95',
    'Tracked 24Tue 24 Nov, aimTrackedcover £150£4.65',
    '1st ClassTue 24 Nov, aimNot trackedcover £20£5.15',
    'Tracked 48 with signaturePrice not confirmedWed 25 or Thu 26 Nov, aimTracked, signedcover £150£5.25',
    '2nd Class Signed ForWed 25 or Thu 26 Nov, aimSignedcover £20£5.55',
    'Tracked 24 with signaturePrice not confirmedTue 24 Nov, aimTracked, signedcover £150£6.25',
    '1st Class Signed ForTue 24 Nov, aimSignedcover £20£6.75',
    'Special Delivery by 1pmTue 24 Nov, guaranteedTracked, signedcover £750£15.45',
  ])
})

it('filters by option, with counts, and keeps the chosen service', async () => {
  const user = show(<List start="2" />)
  const chips = within(screen.getByRole('radiogroup', { name: 'Filter by option' }))
  expect(chips.getAllByRole('radio').map(({ textContent }) => textContent)).toEqual([
    'All 9',
    'Tracked 4',
    'No option 2',
    'Signed For 2',
    'Special Delivery 1',
  ])
  await user.click(chips.getByText('Tracked'))
  expect(list().getAllByRole('radio')).toHaveLength(4)
  await user.click(chips.getByText('All'))
  expect(chosen()).toHaveTextContent('2nd Class')
})

it('needs no filter where each option is one service', () => {
  show(<List quotes={quotesFor('US', 'parcel')} />)
  expect(names()).toEqual([
    'International Tracked',
    'International Tracked & Signed',
    'International Standard',
    'International Economy',
  ])
  expect(screen.queryByRole('radiogroup', { name: 'Filter by option' })).toBeNull()
})

it('chooses a row with Alt and a digit, of the rows shown', async () => {
  const user = show(<List start="2" />)
  press({ code: 'Digit3', altKey: true })
  expect(chosen()).toHaveTextContent('Tracked 24')
  await user.click(screen.getByText('Signed For'))
  press({ code: 'Digit2', altKey: true })
  expect(chosen()).toHaveTextContent('1st Class Signed For')
  for (const other of [
    { code: 'Digit1' },
    { code: 'Digit9', altKey: true },
    { code: 'Digit1', altKey: true, ctrlKey: true },
  ])
    press(other)
  expect(chosen()).toHaveTextContent('1st Class Signed For')
})

it('shows the extras below the chosen row, and drops the mark when the user chooses', async () => {
  const user = show(<List suggestion={{ service: '2', reason: 'cheapest' }} />)
  expect(chosen()).toHaveTextContent('Suggested')
  expect(screen.getByText('Extras').previousElementSibling).toBe(chosen())
  await user.click(screen.getByText('1st Class'))
  expect(screen.queryByText('Suggested')).toBeNull()
  expect(screen.getByText('Extras').previousElementSibling).toHaveTextContent('1st Class')
})

it('chooses the suggested service when it is pressed', async () => {
  const user = show(<List suggestion={{ service: '2', reason: 'last_used' }} />)
  await user.click(screen.getByText('2nd Class'))
  expect(screen.queryByText('Last used')).toBeNull()
  expect(chosen()).toHaveTextContent('2nd Class')
})

it('offers postage of the user’s own value last, and without a price', () => {
  show(<List hasOwnValue start="frank_pay" />)
  expect(rows().at(-1)).toBe('Your own postage valueDepends on the service you frank for–')
  expect(screen.getByText('Extras').previousElementSibling).toBe(chosen())
})

const press = (key: KeyboardEventInit) => flushSync(() => void fireEvent.keyDown(document.body, key))

const message = (service: ServiceCode, code: string) => ({
  service: { code: service, name: '' },
  code,
  description: '',
})
it('folds what is not offered, and shows the most likely reason with the way out', async () => {
  const onDay = vi.fn<(day: string) => void>()
  const messages = [message('SD9AM', 'no_published_price'), message('SD1PM_SAT', 'saturday_needs_friday')]
  const user = show(<NotOffered messages={messages} saturdayDay="2026-11-27" onDay={onDay} />)
  expect(screen.getByText(/^Not offered for this item: 2 services/)).toHaveTextContent(
    /only for items posted on a Friday/,
  )
  expect(screen.getByText(/Special Delivery by 9am –/)).not.toBeVisible()
  await user.click(screen.getByText(/^Not offered/))
  expect(screen.getByText(/Special Delivery by 9am –/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Post on Friday 27 November' }))
  expect(onDay.mock.calls).toEqual([['2026-11-27']])
})

it.each([
  ['without a Saturday guarantee among them', [message('SD9AM', 'no_published_price')], '2026-11-27'],
  ['without a day on which it is sold', [message('SD1PM_SAT', 'saturday_needs_friday')], undefined],
] as const)('offers no other day %s', (_case, messages, day) => {
  show(<NotOffered messages={[...messages]} saturdayDay={day} onDay={() => undefined} />)
  expect(screen.getByText(/^Not offered for this item: 1 service/)).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
})

it('says nothing about goods, which the declaration shows', () => {
  show(
    <NotOffered
      messages={[{ code: 'goods_restricted', description: '' }]}
      saturdayDay={undefined}
      onDay={() => undefined}
    />,
  )
  expect(screen.queryByText(/^Not offered/)).toBeNull()
})

it.each([
  ['next_working_day', '2026-11-24', '2026-11-24', 'Tue 24 Nov, aim'],
  ['two_to_three_days', '2026-11-30', '2026-12-01', 'Mon 30 Nov or Tue 1 Dec, aim'],
  ['abroad_standard', '2026-11-25', '2026-11-27', 'Wed 25 to Fri 27 Nov, aim'],
  ['abroad_economy', '2027-01-04', '2027-01-04', 'by Mon 4 Jan, aim'],
  ['guaranteed_saturday_9am', '2026-11-28', '2026-11-28', 'Sat 28 Nov, guaranteed'],
  ['forces', undefined, undefined, 'By forces’ post: no delivery day is promised'],
])('%s from %s to %s reads %4$s', (code, earliest, latest, text) => {
  const delivery = { code, description: '', compensation_gbp: 0, ...(earliest && latest && { earliest, latest }) }
  expect(arrivalText(delivery, i18next.t, 'en-GB')).toBe(text)
})

it('takes the price of a saving from the chosen service', () => {
  show(<List start="1" />)
  expect(screen.getByText('Save 50p')).toBeVisible()
  expect(savingText(toPence(120), i18next.t, 'en-GB')).toBe('£1.20')
})
