import type { FieldError } from '@postroom/contract/errors'
import { fieldError } from '@postroom/contract/field-errors'
import { fireEvent, screen, waitFor } from '@testing-library/dom'
import { useForm } from 'react-hook-form'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { ApiError, NetworkError } from '../api/api-error.ts'
import { i18next } from '../i18n.ts'
import { watchListeners } from '../testing/left-listeners.ts'
import { closePage, show, WithValue } from '../testing/show.tsx'
import { openToast } from '../ui/toast-queue.ts'
import { contractResolver } from './contract-resolver.ts'
import { fieldErrorText, formErrorOf } from './form-error.ts'
import { FormPasswordField } from './form-password-field.tsx'
import { ImportFailure, ImportProblems } from './import-problems.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { showRefusal } from './show-refusal.ts'

const OMEGA = { character: 'Ω', position: 3 }

it('a form error keeps the character that cannot be printed, and where it is, for its text', () => {
  const error = formErrorOf(fieldError('to.name', 'character_not_printable', OMEGA), 'server')
  expect(error).toEqual({
    type: 'server',
    message: 'character_not_printable',
    types: { character: 'Ω', position: '3' },
  })
  expect(fieldErrorText(i18next.t, error)).toMatch(/Ω/)
  expect(formErrorOf({ code: 'required' }, 'contract')).toEqual({ type: 'contract', message: 'required' })
  expect(fieldErrorText(i18next.t, { message: 'required' })).toBe('Fill this in.')
})

it.each([
  [{ lines: [{ name: 'Ada' }] }, {}],
  [{ lines: [{ name: '' }, {}] }, { lines: [{ name: 'required' }, { name: 'required' }] }],
  [{ lines: [{ name: 7 }] }, { lines: [{ name: 'invalid_type' }] }],
])('a form is validated by the schema of the contract: %o', async (values, expected) => {
  const schema = z.object({ lines: z.array(z.object({ name: z.string().min(1) })) })
  const resolve = contractResolver<typeof values>(schema)
  const found = await resolve(values, undefined, { fields: {}, shouldUseNativeValidation: false })
  const codes = JSON.parse(
    JSON.stringify(found.errors, (name, part: unknown) =>
      name !== '' && part && typeof part === 'object' && 'message' in part ? part.message : part,
    ),
  ) as object
  expect(codes).toEqual(expected)
  expect(found.values).toEqual(Object.keys(expected).length === 0 ? values : {})
})

function Form({ error, isFirst }: { error?: unknown; isFirst?: boolean }) {
  const form = useForm({ defaultValues: { name: '', password: '' } })
  return (
    <>
      <input {...form.register('name')} />
      <FormPasswordField
        control={form.control}
        name="password"
        inputName="my_password"
        {...(isFirst !== undefined && { isFirst })}
      />
      <button type="button" onClick={() => showRefusal(form, error)}>
        Send
      </button>
    </>
  )
}
const key = (target: Element, isCapsLocked: boolean) => {
  const event = new KeyboardEvent('keyup', { key: 'A', bubbles: true })
  // jsdom knows no Caps Lock
  event.getModifierState = (name) => name === 'CapsLock' && isCapsLocked
  fireEvent(target, event)
}

// the message is seen, and announced
const said = (times: number) => waitFor(() => expect(screen.queryAllByText('Caps Lock is on')).toHaveLength(times))

const password = () => document.querySelector<HTMLInputElement>('input[autocomplete]')!

it('the present password is asked for, hidden, at most 1024 characters, and first only where it is', () => {
  show(<Form />)
  expect(password()).toHaveAccessibleName('Current password')
  expect(password()).toHaveAttribute('name', 'my_password')
  expect(password()).toHaveAttribute('autocomplete', 'current-password')
  expect(password()).toHaveAttribute('type', 'password')
  expect(password()).toHaveAttribute('maxlength', '1024')
  expect(password()).toBeRequired()
  expect(password()).toBeValid()
  expect(password()).not.toHaveFocus()
  closePage()
  show(<Form isFirst />)
  expect(password()).toHaveFocus()
})

it('a refusal is shown at its fields, and the first of them has the focus', async () => {
  const fields = [fieldError('password', 'required'), fieldError('name', 'required')]
  const user = show(<Form error={new ApiError(422, '', { code: 'invalid_request', description: 'No.', fields })} />)
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(password()).toHaveAccessibleDescription('Fill this in.')
  expect(password()).toHaveFocus()
  expect(openToast()).toBeUndefined()
})

it.each([
  ['that names no field', new ApiError(422, '', { code: 'invalid_request', description: 'No.' }), 'error'],
  ['that is none', new Error('a bug'), undefined],
])('a refusal %s is announced at most', async (_which, error, tone) => {
  const user = show(<Form error={error} />)
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(openToast()?.tone).toBe(tone)
  expect(password()).toBeValid()
})

it('a password is shown and hidden again, and says that Caps Lock is on while it is typed into', async () => {
  const left = watchListeners()
  const user = show(<Form />)
  await user.click(screen.getByRole('button', { name: 'Show the password' }))
  expect(password()).toHaveAttribute('type', 'text')
  await user.click(screen.getByRole('button', { name: 'Hide the password' }))
  expect(password()).toHaveAttribute('type', 'password')
  key(password(), true)
  await said(2)
  key(password(), false)
  await said(0)
  key(password(), true)
  await said(2)
  // as a browser that fills in a saved password reports it
  fireEvent(password(), new Event('keyup', { bubbles: true }))
  expect(screen.getByRole('status')).toHaveTextContent('Caps Lock is on')
  key(document.querySelector('input[name=name]')!, true)
  await said(0)
  const during = left('keyup')
  closePage()
  await waitFor(() => expect(left('keyup')).toBe(during - 1))
})

const showNew = (owner?: string[]) =>
  show(
    <WithValue initial="">
      {(value, change) => <NewPasswordField name="new" value={value} onChange={change} {...(owner && { owner })} />}
    </WithValue>,
  )

it.each([
  ['7seven7', 0, /^At least 8 characters/],
  ['angharad1', 1, 'Easy to guess (9 characters)'],
  ['tulip-cargo-9', 3, 'Strong (13 characters)'],
  ['tulip cargo mango orbit 9', 4, 'Very strong (25 characters)'],
])('the strength of the new password %o is %i of four bars', async (typed, bars, text) => {
  const user = showNew(['Angharad Kendall'])
  const input = document.querySelector('input')!
  expect(input).toHaveAttribute('autocomplete', 'new-password')
  expect(input).toHaveAttribute('maxlength', '256')
  expect(input).toBeRequired()
  await user.type(input, typed)
  expect(input).toHaveAccessibleDescription(text)
  const shown = [...document.querySelectorAll('i')]
  expect(shown).toHaveLength(bars === 0 ? 0 : 4)
  expect(shown.filter(({ className }) => className !== '')).toHaveLength(bars)
})

it('lists what is wrong in a file by row and column, or by the entry and its element', () => {
  const problems = [
    { field: '3.postcode', code: 'required' as const },
    { field: '7', code: 'character_not_printable' as const, details: OMEGA },
  ]
  show(<ImportProblems name="people.csv" problems={problems} />)
  expect(screen.getByRole('alert')).toHaveTextContent('people.csv: 2 problemsNothing was added.')
  expect(items()).toEqual(['Row 3, postcode: Fill this in.', expect.stringMatching(/^Row 7: .*Ω/)])
  show(<ImportProblems name="people.xml" problems={problems} unit="entry" />)
  expect(items()[0]).toBe('Entry 3, postcode: Fill this in.')
})

const items = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

const refusal = (fields: FieldError[]) => new ApiError(422, '', { code: 'invalid_request', description: '', fields })

it.each([
  ['what is wrong in it', refusal([fieldError('3', 'required')]), /^f.csv: 1 problemNothing was added/],
  ['another refusal', new ApiError(422, '', { code: 'invalid_request', description: '' }), /^(?!Ask again).+/],
  ['no answer', new NetworkError('down'), 'Ask again'],
  ['an answer of a proxy', new ApiError(502, 'Bad Gateway'), 'Ask again'],
  ['a bug', new Error('a bug'), 'Ask again'],
])('says why a file was not imported: %s', (_why, error, text) => {
  show(<ImportFailure name="f.csv" error={error} noAnswer="Ask again" />)
  expect(screen.getByRole('alert')).toHaveTextContent(text)
  expect(screen.queryAllByRole('listitem')).toHaveLength(error instanceof ApiError ? error.fields.length : 0)
})
