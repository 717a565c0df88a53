import { getPermission } from '@postroom/contract/identity'
import { listReferenceFields, saveReferenceFields } from '@postroom/contract/shipment-references'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { Refusal, server } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'

const PATH = '/app/reference-field-setting'
const field = (label: string, change = {}) => ({
  label,
  required: false,
  choices: [] as string[],
  pattern: '',
  ...change,
})
const ORDER = field('Order', { required: true, pattern: 'AA-99' })
const JOB = field('Job', { choices: ['Rebinding', 'Repair'] })

let saved: { data: ReturnType<typeof field>[]; archived: ReturnType<typeof field>[]; version: string }
const saves = () =>
  server.on(
    saveReferenceFields,
    ({ body }) => (saved = { ...body, archived: body.archived ?? [], version: `${body.version}+` }),
  )
beforeEach(() => {
  saved = { data: [ORDER, JOB], archived: [], version: 'v1' }
  server.on(getPermission, () => ({ permissions: ['administration'], roles: [], products: [], custom_data: {} }))
  server.on(listReferenceFields, () => saved)
})
const region = (name: string) => within(screen.getByRole('region', { name }))
const labels = () => [...document.querySelectorAll('strong')].map(({ textContent }) => textContent)
const preview = () =>
  region('What the clerk sees')
    .getAllByRole('textbox')
    .map((input) => input.id)
const open = async () => {
  const user = openPage(PATH)
  await screen.findByRole('region', { name: 'Reference fields' })
  return user
}

it('adds a third field, which the preview shows while it is written, and then takes no fourth', async () => {
  const calls = saves()
  const user = await open()
  expect(screen.getByText(/^Drag a handle/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Add a field' }))
  const editor = region('New field')
  expect(editor.queryByRole('button', { name: 'Archive' })).toBeNull()
  expect(editor.getByRole('radio', { name: 'Optional' })).toBeChecked()
  await user.click(editor.getByRole('button', { name: 'Save the field' }))
  expect(editor.getByLabelText('Label')).toHaveAccessibleDescription('Give the field a label.')
  await user.type(editor.getByLabelText('Label'), 'Desk')
  expect(region('What the clerk sees').getByLabelText(/^Desk/)).toBeVisible()
  expect(preview()).toContain('reference3')
  await user.click(editor.getByRole('radio', { name: 'A pattern' }))
  await user.type(editor.getByLabelText(/^Pattern/), '99')
  expect(editor.getByLabelText(/^Pattern/)).toHaveAttribute('maxlength', '20')
  await user.type(editor.getByLabelText('Try it'), '7')
  expect(editor.getByLabelText('Try it')).toHaveAttribute('maxlength', '20')
  expect(region('What the clerk sees').getByLabelText(/^Desk/)).toHaveValue('7')
  expect(region('What the clerk sees').getByLabelText(/^Desk/)).toBeInvalid()
  // the focus stays where the user types
  expect(editor.getByLabelText('Try it')).toHaveFocus()
  await user.click(editor.getByRole('button', { name: 'Save the field' }))
  expect(await screen.findByText('Desk is saved.')).toBeVisible()
  expect(calls.map(({ body }) => [body.data, body.version])).toEqual([
    [[ORDER, JOB, field('Desk', { pattern: '99' })], 'v1'],
  ])
  expect(screen.queryByRole('region', { name: 'New field' })).toBeNull()
  expect(await screen.findByText('A shipment has three references at most.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Add a field' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(labels()).not.toContain('Desk'))
  expect(calls.at(-1)?.body).toMatchObject({ data: [ORDER, JOB], version: 'v1+' })
  await waitFor(() => expect(screen.queryByText('Desk is saved.')).toBeNull())
})

it('writes what each field asks for, and marks the one in the editor', async () => {
  saved.data = [ORDER, JOB, field('Desk')]
  const user = await open()
  const rows = () => region('Reference fields').getAllByRole('listitem')
  expect(rows().map(({ textContent }) => textContent)).toEqual([
    'Orderrequired · AA-991',
    'Joboptional · one of 2 choices2',
    'Deskoptional · any text3',
  ])
  await user.click(screen.getByRole('button', { name: 'Change: Job' }))
  expect(rows().map(({ className }) => /chosen/.test(className))).toEqual([false, true, false])
  await user.click(region('Job').getByRole('button', { name: 'Discard' }))
  expect(rows().map(({ className }) => /chosen/.test(className))).toEqual([false, false, false])
  expect(screen.queryByRole('region', { name: 'Job' })).toBeNull()
})

it('previews the field in the editor in its place, and begins anew with another one', async () => {
  const user = await open()
  await user.click(screen.getByRole('button', { name: 'Change: Job' }))
  await user.type(region('Job').getByLabelText('Label'), ' number')
  await user.type(region('Job').getByLabelText('Try it'), 'x')
  expect(region('What the clerk sees').getByLabelText(/^Order/)).toBeVisible()
  expect(region('What the clerk sees').getByLabelText(/^Job number/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Change: Order' }))
  expect(region('Order').getByLabelText('Label')).toHaveValue('Order')
  expect(region('Order').getByLabelText('Try it')).toHaveValue('')
  expect(region('What the clerk sees').queryByLabelText(/^Job number/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Change: Job' }))
  expect(region('Job').getByLabelText('Label')).toHaveValue('Job')
})

it('keeps twenty archived fields, the last one first, and gives none back without room', async () => {
  saved.archived = Array.from({ length: 20 }, (_, at) => field(`Old ${at}`))
  const calls = saves()
  const user = await open()
  await user.click(screen.getByRole('button', { name: 'Change: Order' }))
  await user.click(region('Order').getByRole('button', { name: 'Archive' }))
  expect(await screen.findByText('Order is archived.')).toBeVisible()
  expect(calls[0]?.body.archived?.map(({ label }) => label)).toEqual([
    'Order',
    ...Array.from({ length: 19 }, (_, at) => `Old ${at}`),
  ])
  await waitFor(() => expect(labels()).not.toContain('Order'))
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText('Order is archived.')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Use again: Old 1' }))
  expect(await screen.findByText('Old 1 is used again.')).toBeVisible()
  await waitFor(() => expect(labels()).toContain('Old 1'))
  await user.click(screen.getByRole('button', { name: 'Use again: Old 2' }))
  expect(await screen.findByText('Old 2 is used again.')).toBeVisible()
  await waitFor(() => expect(labels()).toContain('Old 2'))
  expect(saved.data.map(({ label }) => label)).toEqual(['Job', 'Old 1', 'Old 2'])
  expect(saved.archived).toHaveLength(18)
  expect(screen.queryByRole('button', { name: /^Use again/ })).toBeNull()
  expect(screen.getByText('Old 3')).toBeVisible()
})

it('needs no way to move a single field, and no list of archived ones', async () => {
  saved.data = [ORDER]
  await open()
  expect(screen.queryByText(/^Drag a handle/)).toBeNull()
  expect(screen.queryByText('Archived fields')).toBeNull()
  expect(screen.queryByText(/^There is no reference field yet/)).toBeNull()
})

it('keeps the editor open when the save fails otherwise, and refuses what was changed meanwhile', async () => {
  const calls = server.on(saveReferenceFields, () => new Refusal('try_again'))
  const user = await open()
  await user.click(screen.getByRole('button', { name: 'Change: Job' }))
  // a colleague saves, and the list is read again
  saved = { ...saved, version: 'v2' }
  await user.click(region('Job').getByRole('button', { name: 'Save the field' }))
  expect(await screen.findByText(/Error ID: try_again/)).toBeVisible()
  expect(screen.getByRole('region', { name: 'Job' })).toBeVisible()
  await user.click(region('Job').getByRole('button', { name: 'Save the field' }))
  await waitFor(() => expect(calls).toHaveLength(2))
  // the version that the editor began with
  expect(calls.map(({ body }) => body.version)).toEqual(['v1', 'v1'])
})

it('loads the fields again after a failure, and says it in its place only', async () => {
  const { promise, resolve } = Promise.withResolvers<Refusal>()
  server.on(listReferenceFields, () => promise)
  const user = openPage(PATH)
  expect(await screen.findByRole('progressbar', { name: 'Loading' })).toBeVisible()
  resolve(new Refusal('internal_error'))
  expect(await screen.findByText('This could not be loaded.')).toBeVisible()
  expect(screen.queryByText(/internal_error/)).toBeNull()
  server.on(listReferenceFields, () => saved)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('region', { name: 'Reference fields' })).toBeVisible()
  expect(screen.queryByText('This could not be loaded.')).toBeNull()
})
