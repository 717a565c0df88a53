import { screen, within } from '@testing-library/dom'
import { createRef } from 'react'
import { expect, it, vi } from 'vitest'
import { show, WithValue } from '../testing/show.tsx'
import { Checkbox } from './checkbox.tsx'
import { Choice } from './choice.tsx'
import { Select } from './select.tsx'
import { TextField, type TextFieldProps } from './text-field.tsx'

const showText = (props: Partial<TextFieldProps> = {}, change = vi.fn<(text: string) => void>()) => {
  const user = show(
    <WithValue initial="">
      {(value, set) => (
        <TextField
          name="weight"
          label="Weight"
          {...props}
          value={value}
          onChange={(text) => {
            change(text)
            set(text)
          }}
        />
      )}
    </WithValue>,
  )
  return { user, change, input: screen.getByRole('textbox') }
}

it('a text field takes text, and is labelled without hint, description or error unless given', async () => {
  const { user, change, input } = showText()
  expect(input).toHaveAccessibleName('Weight')
  expect(input).not.toHaveAccessibleDescription()
  expect(input).toBeValid()
  expect(input).toHaveAttribute('id', 'weight')
  expect(input).toHaveAttribute('name', 'weight')
  expect(input).toHaveAttribute('spellcheck', 'false')
  expect(input).not.toHaveAttribute('maxlength')
  expect(input.parentElement?.children).toHaveLength(1)
  await user.type(input, '25')
  expect(change.mock.calls).toEqual([['2'], ['25']])
  expect(input).toHaveValue('25')
})

it('a text field shows hint, unit, description and error, and limits the length', async () => {
  const ref = createRef<HTMLInputElement>()
  const { user, input } = showText({
    hint: 'optional',
    suffix: 'g',
    description: 'To the gram',
    error: 'Fill this in.',
    maxLength: 2,
    spellCheck: true,
    ref,
  })
  expect(input).toHaveAccessibleName(/^Weight ?optional$/)
  expect(input).toHaveAccessibleDescription(/To the gram.*Fill this in\./)
  expect(input).toBeInvalid()
  expect(screen.getByText('Fill this in.').parentElement?.querySelector('svg')).toHaveAttribute('width', '16')
  expect(screen.getByText('g')).toBeVisible()
  expect(input).toHaveAttribute('spellcheck', 'true')
  expect(ref.current).toBe(input)
  await user.type(input, '250')
  expect(input).toHaveValue('25')
})

const FORMATS = [
  { value: 'letter', label: 'Letter' },
  { value: 'large', label: 'Large letter', isDisabled: true },
  { value: 'parcel', label: 'Parcel' },
]

it('a select shows the chosen option, and chooses one that is not disabled', async () => {
  const change = vi.fn<(value: string) => void>()
  const user = show(<Select name="format" label="Format" value="letter" onChange={change} options={FORMATS} />)
  const button = screen.getByRole('button')
  expect(button).toHaveAccessibleName(/Format/)
  expect(button).toHaveAttribute('id', 'format')
  expect(button).toHaveTextContent('Letter')
  expect(button).not.toHaveAccessibleDescription()
  await user.click(button)
  const options = within(screen.getByRole('listbox'))
  expect(options.getByRole('option', { selected: true })).toHaveTextContent('Letter')
  expect(options.getAllByRole('option').map((option) => option.querySelectorAll('svg').length)).toEqual([1, 0, 0])
  expect(options.getByRole('option', { name: 'Large letter' })).toHaveAttribute('aria-disabled', 'true')
  expect(options.getByRole('option', { name: 'Parcel' })).not.toHaveAttribute('aria-disabled')
  await user.click(options.getByRole('option', { name: 'Parcel' }))
  expect(change.mock.calls).toEqual([['parcel']])
  expect(screen.queryByRole('listbox')).toBeNull()
})

it('a select shows its error', () => {
  show(<Select name="format" label="Format" value={null} onChange={() => {}} options={FORMATS} error="Choose one." />)
  expect(screen.getByRole('button')).toHaveAccessibleDescription('Choose one.')
})

it('a checkbox shows its tick only when it is selected, and reports the change', async () => {
  const change = vi.fn<(isSelected: boolean) => void>()
  const box = (isSelected: boolean) => (
    <Checkbox name="saturday" label="Saturday" isSelected={isSelected} onChange={change} />
  )
  const user = show(box(false))
  const input = screen.getByRole('checkbox', { name: 'Saturday' })
  const tick = () => input.closest('label')?.querySelector('svg')
  expect(input).not.toBeChecked()
  expect(tick()).toBeNull()
  await user.click(input)
  expect(change.mock.calls).toEqual([[true]])
  show(box(true))
  expect(screen.getByRole('checkbox')).toBeChecked()
  expect(tick()).toBeVisible()
})

it('a choice shows hint, end and picture of each option where given, and reports the chosen one', async () => {
  const change = vi.fn<(value: string) => void>()
  const user = show(
    <Choice
      label="Service"
      name="service"
      value="1"
      onChange={change}
      look="rows"
      options={[
        { value: '1', label: '1st Class', hint: 'next day', end: '£1.80' },
        { value: '2', label: '2nd Class', picture: <svg /> },
        { value: 'SD', label: 'Special Delivery', isDisabled: true },
      ]}
    />,
  )
  const group = screen.getByRole('radiogroup', { name: 'Service' })
  expect(group).toHaveAttribute('aria-orientation', 'vertical')
  const [first, second, special] = within(group).getAllByRole('radio')
  const rows = [first, second, special].map((radio) => radio?.closest('label'))
  expect(rows.map((row) => row?.textContent)).toEqual(['1st Classnext day£1.80', '2nd Class', 'Special Delivery'])
  expect(rows.map((row) => row?.querySelectorAll('svg').length)).toEqual([0, 1, 0])
  // the dot, the text with its hint, and the end; without them nothing is left empty
  expect(rows.map((row) => row?.querySelectorAll('span span, label > span').length)).toEqual([6, 5, 4])
  expect(first).toBeChecked()
  expect(special).toBeDisabled()
  await user.click(second!)
  expect(change.mock.calls).toEqual([['2']])
})

it('tiles, cards and chips stand side by side and have no dot', () => {
  const options = [{ value: '1', label: '1st Class' }]
  show(<Choice label="Service" name="service" value={null} onChange={() => {}} look="chips" options={options} />)
  expect(screen.getByRole('radiogroup')).toHaveAttribute('aria-orientation', 'horizontal')
  expect(screen.getByRole('radio').closest('label')?.querySelectorAll('[aria-hidden=true]')).toHaveLength(0)
})
