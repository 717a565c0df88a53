import { screen } from '@testing-library/dom'
import { expect, it, vi } from 'vitest'
import { show } from '../../testing/show.tsx'
import { FieldEditor } from './field-editor.tsx'
import type { Field } from './field-queries.ts'

const JOB: Field = { label: 'Job', required: false, choices: [], pattern: '' }

function edit(field: Partial<Field> = {}, isNew = false) {
  const [saved, drafted] = [vi.fn<(field: Field) => void>(), vi.fn<(field: Field, tried: string) => void>()]
  const [discarded, archived] = [vi.fn<() => void>(), vi.fn<() => void>()]
  const user = show(
    <FieldEditor
      field={{ ...JOB, ...field }}
      others={['Order']}
      isNew={isNew}
      isPending={false}
      onDraft={drafted}
      onSave={saved}
      onDiscard={discarded}
      onArchive={archived}
    />,
  )
  const press = (name: string) => user.click(screen.getByRole('button', { name }))
  const choose = (name: string) => user.click(screen.getByRole('radio', { name }))
  return { user, saved, drafted, discarded, archived, press, choose }
}

it.each([
  [{}, 'Any text'],
  [{ choices: ['Repair'] }, 'One of a list'],
  [{ pattern: 'AA-99' }, 'A pattern'],
])('a field with %o may have: %s', (field, kind) => {
  edit(field)
  expect(screen.getByRole('radio', { name: kind })).toBeChecked()
  expect(screen.queryByLabelText('Try it') === null).toBe(kind === 'Any text')
})

it('becomes required, with a list or a pattern, and asks for the rule of its kind', async () => {
  const { user, saved, drafted, press, choose } = edit()
  await choose('Required')
  expect(drafted).toHaveBeenLastCalledWith({ ...JOB, required: true }, '')
  await choose('Optional')
  expect(drafted).toHaveBeenLastCalledWith(JOB, '')
  await choose('A pattern')
  expect(screen.queryByText('Say what may be typed.')).toBeNull()
  await press('Save the field')
  expect(screen.getByLabelText(/^Pattern/)).toHaveAccessibleDescription(/Say what may be typed/)
  expect(saved).not.toHaveBeenCalled()
  await user.type(screen.getByLabelText(/^Pattern/), 'A9')
  await press('Save the field')
  expect(saved).toHaveBeenLastCalledWith({ ...JOB, pattern: 'A9' })
  await choose('One of a list')
  await user.type(screen.getByRole('combobox', { name: /^Choices/ }), 'Repair{Enter}')
  await press('Save the field')
  expect(saved).toHaveBeenLastCalledWith({ ...JOB, choices: ['Repair'] })
  await choose('Any text')
  expect(drafted).toHaveBeenLastCalledWith(JOB, '')
})

it('is saved without spaces around its label', async () => {
  const { user, saved, press } = edit({ label: '' }, true)
  await user.type(screen.getByLabelText('Label'), ' Cost ')
  await press('Save the field')
  expect(saved).toHaveBeenLastCalledWith({ ...JOB, label: 'Cost' })
})

it('an answer that is tried goes to the preview', async () => {
  const { user, drafted } = edit({ choices: ['Repair'] })
  await user.type(screen.getByLabelText('Try it'), 'R')
  expect(drafted).toHaveBeenLastCalledWith({ ...JOB, choices: ['Repair'] }, 'R')
  expect(screen.queryByText('This is accepted.')).toBeNull()
})

it('is discarded, and archived unless it is new', async () => {
  const known = edit()
  await known.press('Discard')
  await known.press('Archive')
  expect([known.discarded, known.archived].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
  edit({}, true)
  expect(screen.queryByRole('button', { name: 'Archive' })).toBeNull()
})

it('takes a label of up to 40 characters', async () => {
  edit()
  expect(screen.getByLabelText('Label')).toHaveAttribute('maxlength', '40')
})

it('takes a hundred choices of up to 20 characters', async () => {
  const choices = Array.from({ length: 99 }, (_, at) => `Choice ${at}`)
  const { user, drafted } = edit({ choices })
  const field = screen.getByRole('combobox', { name: /^Choices/ })
  expect(field).toHaveAttribute('maxlength', '20')
  await user.type(field, 'Last{Enter}')
  expect(drafted.mock.lastCall?.[0].choices.at(-1)).toBe('Last')
  await user.type(field, 'More{Enter}')
  expect(drafted.mock.lastCall?.[0].choices).toEqual([...choices, 'Last'])
})
