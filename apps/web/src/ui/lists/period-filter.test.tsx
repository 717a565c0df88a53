import { screen } from '@testing-library/dom'
import { expect, it, vi } from 'vitest'
import { show, WithValue } from '../../testing/show.tsx'
import type { Days } from './period.ts'
import { PeriodFilter } from './period-filter.tsx'

const TODAY = '2026-11-19'
const seen = vi.fn<(days: Days) => void>()
const filter = (initial: Days) => {
  seen.mockClear()
  return show(
    <WithValue<Days> initial={initial}>
      {(days, change) => (
        <PeriodFilter
          days={days}
          today={TODAY}
          onChange={(next) => {
            seen(next)
            change(next)
          }}
        />
      )}
    </WithValue>,
  )
}
const date = (label: string) => screen.queryByLabelText<HTMLInputElement>(label)
const typed = (label: string, day: string) => {
  const input = date(label)!
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, day)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
const period = () => screen.getByRole('button', { name: /Date/ })

it.each([
  [{}, 'Any day'],
  [{ from: TODAY, to: TODAY }, 'Today'],
  [{ from: '2026-11-16', to: TODAY }, 'This week'],
  [{ from: '2026-11-03', to: TODAY }, 'Other days'],
  [{ from: '2026-11-03' }, 'Other days'],
  [{ to: '2026-11-03' }, 'Other days'],
] as [Days, string][])('%o is shown as %s', (days, name) => {
  filter(days)
  expect(period()).toHaveTextContent(name)
  expect(date('From') !== null).toBe(name === 'Other days')
  if (name === 'Other days') {
    expect(date('From')).toHaveValue(days.from ?? '')
    expect(date('To and including')).toHaveValue(days.to ?? '')
  }
})

it('a period has its days, other days two fields, and any day neither', async () => {
  const user = filter({})
  const choose = async (name: string) => {
    await user.click(period())
    await user.click(await screen.findByRole('option', { name }))
  }
  await choose('Last month')
  expect(seen).toHaveBeenLastCalledWith({ from: '2026-10-01', to: '2026-10-31' })
  await choose('Other days')
  expect(seen).toHaveBeenCalledOnce()
  expect(date('From')).toHaveValue('2026-10-01')
  await choose('Any day')
  expect(seen).toHaveBeenLastCalledWith({ from: undefined, to: undefined })
  expect(date('From')).toBeNull()
})

it.each([
  ['From', '2026-11-10', { from: '2026-11-10', to: '2026-11-12' }],
  ['From', '2026-11-12', { from: '2026-11-12', to: '2026-11-12' }],
  ['From', '2026-11-13', { from: '2026-11-13', to: undefined }],
  ['From', '', { from: undefined, to: '2026-11-12' }],
  ['To and including', '2026-11-04', { from: '2026-11-03', to: '2026-11-04' }],
  ['To and including', '2026-11-03', { from: '2026-11-03', to: '2026-11-03' }],
  ['To and including', '2026-11-02', { from: undefined, to: '2026-11-02' }],
  ['To and including', '', { from: '2026-11-03', to: undefined }],
])('%s %s gives way to no contradiction', (label, day, days) => {
  filter({ from: '2026-11-03', to: '2026-11-12' })
  typed(label, day)
  expect(seen).toHaveBeenLastCalledWith(days)
})
