import { getPermission } from '@postroom/contract/identity'
import { listReferenceFields, saveReferenceFields } from '@postroom/contract/shipment-references'
import { screen, within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { Refusal, server, UNREACHABLE } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'

const PATH = '/app/reference-field-setting'
const field = (label: string, change = {}) => ({ label, required: false, choices: [], pattern: '', ...change })
const ORDER = field('Order', { required: true, pattern: 'AA-99' })
const JOB = field('Job', { choices: ['Rebinding', 'Repair'] })

let saved: { data: ReturnType<typeof field>[]; archived: ReturnType<typeof field>[]; version: string }
const rights = (...permissions: string[]) =>
  server.on(getPermission, () => ({ permissions, roles: [], products: [], custom_data: {} }))
const saves = () =>
  server.on(
    saveReferenceFields,
    ({ body }) => (saved = { ...body, archived: body.archived ?? [], version: `${body.version}+` } as typeof saved),
  )
beforeEach(() => {
  saved = { data: [ORDER, JOB], archived: [], version: 'v1' }
  rights('administration')
  server.on(listReferenceFields, () => saved)
})

it('moves a field with Space, arrow keys and Space, says each step, and undoes it', async () => {
  const calls = saves()
  const user = openPage(PATH)
  const handle = await screen.findByRole('button', { name: 'Move: Job' })
  handle.focus()
  await user.keyboard(' ')
  expect(screen.getByText('Job is lifted, at position 2 of 2.')).toBeInTheDocument()
  await user.keyboard('{ArrowUp}')
  expect(screen.getByText('Job is at position 1 of 2.')).toBeInTheDocument()
  expect(calls).toHaveLength(0)
  await user.keyboard(' ')
  expect(await screen.findByText('The order is saved.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByRole('button', { name: 'Move: Order' })
  expect(calls.map(({ body }) => [body.data.map(({ label }) => label), body.version])).toEqual([
    [['Job', 'Order'], 'v1'],
    [['Order', 'Job'], 'v1+'],
  ])
})

it('refuses a label that another field has', async () => {
  const calls = saves()
  const user = openPage(PATH)
  await user.click(await screen.findByRole('button', { name: 'Change: Job' }))
  const label = screen.getByRole('textbox', { name: 'Label' })
  await user.clear(label)
  await user.type(label, 'order')
  await user.click(screen.getByRole('button', { name: 'Save the field' }))
  expect(label).toHaveAccessibleDescription(/Another field has this label/)
  expect(calls).toHaveLength(0)
})

it('puts a lifted field back on Escape and saves nothing', async () => {
  const calls = saves()
  const user = openPage(PATH)
  ;(await screen.findByRole('button', { name: 'Move: Order' })).focus()
  await user.keyboard(' {ArrowDown}{Escape}')
  expect(screen.getByText('Order is back in its place.')).toBeInTheDocument()
  expect(screen.getAllByRole('button', { name: /^Move:/ })[0]).toHaveAccessibleName('Move: Order')
  expect(calls).toHaveLength(0)
})

it('shows a refused answer as the sending form does, and saves the field', async () => {
  const calls = saves()
  const user = openPage(PATH)
  await user.click(await screen.findByRole('button', { name: 'Change: Order' }))
  await user.type(screen.getByLabelText('Try it'), 'PO-1')
  const preview = within(screen.getByRole('region', { name: 'What the clerk sees' }))
  expect(preview.getByLabelText(/^Order/)).toHaveValue('PO-1')
  expect(preview.getByText('This is not valid.')).toBeVisible()
  await user.type(screen.getByLabelText('Try it'), '2')
  expect(screen.getByLabelText('Try it')).toHaveValue('PO-12')
  expect(screen.getByLabelText('Try it')).toHaveAccessibleDescription('This is accepted.')
  await user.clear(screen.getByLabelText('Label'))
  await user.click(screen.getByRole('button', { name: 'Save the field' }))
  expect(screen.getByText('Give the field a label.')).toBeVisible()
  await user.type(screen.getByLabelText('Label'), 'Purchase order')
  await user.click(screen.getByRole('button', { name: 'Save the field' }))
  expect(await screen.findByText('Purchase order is saved.')).toBeVisible()
  expect(calls.map(({ body }) => body.data[0])).toEqual([{ ...ORDER, label: 'Purchase order' }])
})

it('archives a field and uses it again', async () => {
  const calls = saves()
  const user = openPage(PATH)
  await user.click(await screen.findByRole('button', { name: 'Change: Job' }))
  await user.click(screen.getByRole('button', { name: 'Archive' }))
  expect(await screen.findByText('Job is archived.')).toBeVisible()
  expect(calls[0]?.body).toMatchObject({ data: [ORDER], archived: [JOB] })
  await user.click(await screen.findByRole('button', { name: 'Use again: Job' }))
  expect(await screen.findByText('Job is used again.')).toBeVisible()
  expect(saved.data).toEqual([ORDER, JOB])
})

it('says that somebody else has changed the fields, and shows theirs', async () => {
  server.on(saveReferenceFields, () => new Refusal('reference_fields_changed'))
  const user = openPage(PATH)
  await user.click(await screen.findByRole('button', { name: 'Change: Job' }))
  saved = { data: [ORDER, field('Theirs')], archived: [], version: 'v2' }
  await user.click(screen.getByRole('button', { name: 'Save the field' }))
  expect((await screen.findAllByText(/Somebody else has changed/))[0]).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Change: Theirs' })).toBeVisible()
})

it('is read-only without the right, and says why', async () => {
  rights()
  openPage(PATH)
  expect(await screen.findByText('A manager of your organisation changes these.')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^(Move|Change|Add a field)/ })).toBeNull()
})

it('says what happens without fields', async () => {
  saved = { data: [], archived: [], version: 'v0' }
  openPage(PATH)
  expect(await screen.findByText(/^There is no reference field yet/)).toBeVisible()
})

it('offers to try again when the fields could not be loaded', async () => {
  server.on(listReferenceFields, () => UNREACHABLE)
  openPage(PATH)
  expect(await screen.findByText('This could not be loaded.', undefined, { timeout: 10_000 })).toBeVisible()
})
