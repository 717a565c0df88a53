import type { Shop } from '@postroom/contract/shop'
import { screen } from '@testing-library/dom'
import { expect, it, vi } from 'vitest'
import { show } from '../../../testing/show.tsx'
import { newRule, type RuleForm } from './rule-form.ts'
import { RuleRow } from './rule-row.tsx'

const SHOP = { id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c02', name: 'Bindery' } as Shop

function open(form: Partial<RuleForm> = {}, place = 1, examples = ['#1044']) {
  const [changed, moved, removed] = [
    vi.fn<(change: Partial<RuleForm>) => void>(),
    vi.fn<(step: number) => void>(),
    vi.fn<() => void>(),
  ]
  const user = show(
    <RuleRow
      form={{ ...newRule(), ...form }}
      place={place}
      count={3}
      shops={[SHOP]}
      outcome={{ count: 5, examples }}
      onChange={changed}
      onMove={moved}
      onRemove={removed}
    />,
  )
  const choose = async (field: string, option: string) => {
    await user.click(screen.getByRole('button', { name: new RegExp(field) }))
    await user.click(await screen.findByRole('option', { name: option }))
  }
  return { user, changed, moved, removed, choose }
}

it.each([
  ['Destination', {}, 'Abroad', { destination: 'abroad' }],
  ['Shop', {}, 'Bindery', { shop: SHOP.id }],
  ['Shop', { shop: SHOP.id }, 'Every shop', { shop: '' }],
  ['Compensation', { service: 'SD' }, '£1000', { compensation: '1000' }],
  ['Compensation', { service: 'SD', compensation: '1000' }, 'As included', { compensation: '' }],
] as const)('its %s with %o changes to %s', async (field, form, option, change) => {
  const { changed, choose } = open(form)
  await choose(field, option)
  expect(changed.mock.calls).toEqual([[change]])
})

it('takes an amount, and says when it cannot be read', async () => {
  const { user, changed } = open({ value: 'much' })
  expect(screen.getByText('Enter an amount, such as 50.')).toBeVisible()
  expect(screen.queryByText('Enter a weight, such as 2 kg.')).toBeNull()
  await user.type(screen.getByRole('textbox', { name: /^Value over/ }), '5')
  expect(changed.mock.calls).toEqual([[{ value: 'much5' }]])
})

it('moves by one place each way, and is removed', async () => {
  const { user, moved, removed } = open()
  for (const name of ['Move up, Rule 2', 'Move down, Rule 2', 'Remove, Rule 2'])
    await user.click(screen.getByRole('button', { name }))
  expect(moved.mock.calls).toEqual([[-1], [1]])
  expect(removed).toHaveBeenCalledOnce()
})

const isDisabled = (name: RegExp) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled

it.each([
  [0, true, false],
  [1, false, false],
  [2, false, true],
])('at place %i of three cannot move up: %s, or down: %s', (place, isFirst, isLast) => {
  open({}, place)
  expect([isDisabled(/^Move up/), isDisabled(/^Move down/)]).toEqual([isFirst, isLast])
})

it('says what it would have done, with and without examples', () => {
  open({}, 1, ['#1044', '#1043'])
  expect(screen.getByText('In the last seven days: 5 orders, such as #1044, #1043')).toBeVisible()
  open({}, 1, [])
  expect(screen.getByText('In the last seven days: 5 orders')).toBeVisible()
})
