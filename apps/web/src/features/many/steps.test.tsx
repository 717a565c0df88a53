import { screen } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { show } from '../../testing/show.tsx'
import { Steps, type Step } from './steps.tsx'

const NAMES = ['1Addresses', '2What', '3Check', '4Buy and print']
const open = (current: Step) => void show(<Steps current={current} />)
const texts = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

it.each([
  ['addresses', 0],
  ['what', 1],
  ['check', 2],
  ['buy', 3],
] as const)('marks the steps before %s as done, and it as the open one', (current, done) => {
  open(current)
  expect(screen.getByRole('list', { name: 'Steps' })).toBeVisible()
  expect(texts()).toEqual(NAMES.map((name, at) => (at < done ? `${name.slice(1)}done` : name)))
  const items = screen.getAllByRole('listitem')
  expect(items.map((item) => item.getAttribute('aria-current'))).toEqual(
    NAMES.map((_, at) => (at === done ? 'step' : null)),
  )
  expect(items.map((item) => item.hasAttribute('data-done'))).toEqual(NAMES.map((_, at) => at < done))
  expect(items.map((item) => item.getAttribute('tabindex'))).toEqual(NAMES.map((_, at) => (at === done ? '-1' : null)))
})

it('takes the focus when another step opens, and neither before nor again', () => {
  open('addresses')
  expect(document.body).toHaveFocus()
  open('what')
  const second = screen.getByText('What').closest('li')!
  expect(second).toHaveFocus()
  second.blur()
  open('what')
  expect(document.body).toHaveFocus()
  open('check')
  expect(screen.getByText('Check').closest('li')).toHaveFocus()
})
