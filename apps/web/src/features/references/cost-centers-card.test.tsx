import { getPermission } from '@postroom/contract/identity'
import { listCostCenters, saveCostCenter, type CostCenter } from '@postroom/contract/shipment-references'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { pageOf } from '../../testing/answers.ts'
import { Refusal, server, UNREACHABLE } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'

const PATH = '/app/reference-field-setting'
const MONTH = { amount: 400_00, period: 'month', on_exceed: 'warn' } as const
const SUBSCRIPTIONS: CostCenter = {
  id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c02',
  code: 'SUB',
  name: 'Subscriptions',
  is_active: true,
  version: 's1',
  budget: { ...MONTH, spent: 402_18, left: -2_18 },
}
const OFFICE: CostCenter = {
  id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c03',
  code: 'OFF',
  name: 'Office',
  is_active: true,
  version: 'o1',
}

let centers: CostCenter[]
const saves = () =>
  server.on(saveCostCenter, ({ body: { budget, code, name, is_active } }) => {
    const before = centers.find((center) => center.code === code)
    const saved: CostCenter = {
      id: before?.id ?? crypto.randomUUID(),
      code,
      name,
      is_active,
      version: `${before?.version ?? 'new'}+`,
      ...(budget && { budget: { ...budget, spent: 0, left: budget.amount } }),
    }
    centers = [...centers.filter((center) => center.code !== code), saved]
    return saved
  })
beforeEach(() => {
  centers = [SUBSCRIPTIONS, OFFICE]
  server.on(getPermission, () => ({ permissions: ['administration'], roles: [], products: [], custom_data: {} }))
  server.on(listCostCenters, ({ query: { is_active } }) =>
    pageOf(centers.filter((center) => is_active === undefined || String(center.is_active) === is_active)),
  )
})

const list = async () => within(await screen.findByRole('grid', { name: 'Cost centres' }))
const row = async (name: RegExp) => (await list()).findByRole('row', { name })
const textOf = (element: HTMLElement) => [...element.children].map(({ textContent }) => textContent)

it('lists budgets with what is spent and left, and what happens beyond', async () => {
  openPage(PATH)
  expect(textOf(await row(/Subscriptions/))).toEqual([
    'SUB',
    'Subscriptions',
    '£400.00 a month',
    '',
    '£402.18',
    '£2.18 over',
    'Warns',
  ])
  expect(textOf(await row(/Office/))).toEqual(['OFF', 'Office', '', '', '', 'no budget', ''])
})

it('changes a budget, and undoes it', async () => {
  const calls = saves()
  const user = openPage(PATH)
  await user.click(await row(/Subscriptions/))
  const dialog = within(await screen.findByRole('dialog', { name: 'Subscriptions' }))
  expect(dialog.getByRole('textbox', { name: 'Code' })).toBeDisabled()
  const amount = dialog.getByRole('textbox', { name: 'Budget' })
  expect(amount).toHaveValue('400.00')
  await user.clear(amount)
  await user.type(amount, '1200,5')
  await user.click(dialog.getByRole('radio', { name: /^Blocks/ }))
  await user.click(dialog.getByRole('button', { name: 'Save the cost centre' }))
  await screen.findByText('Subscriptions is saved.')
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(calls).toHaveLength(2))
  const same = { code: 'SUB', name: 'Subscriptions', is_active: true }
  expect(calls.map(({ body }) => body)).toEqual([
    { ...same, budget: { amount: 1200_50, period: 'month', on_exceed: 'block' }, version: 's1' },
    { ...same, budget: MONTH, version: 's1+' },
  ])
})

it('shows what a colleague saved instead of replacing it', async () => {
  server.on(saveCostCenter, () => new Refusal('cost_center_changed'))
  const user = openPage(PATH)
  await user.click(await row(/Subscriptions/))
  await screen.findByRole('dialog')
  centers = [{ ...SUBSCRIPTIONS, name: 'Magazines', version: 's2' }]
  await user.click(screen.getByRole('button', { name: 'Save the cost centre' }))
  expect(await screen.findByText(/Somebody else has changed this cost centre/)).toBeVisible()
  expect(await row(/Magazines/)).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('takes a budget away when its amount is emptied', async () => {
  const calls = saves()
  const user = openPage(PATH)
  await user.click(await row(/Subscriptions/))
  await user.clear(await screen.findByRole('textbox', { name: 'Budget' }))
  expect(screen.queryByRole('radio', { name: /^Blocks/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Save the cost centre' }))
  await screen.findByText('Subscriptions is saved.')
  expect(calls[0]?.body).not.toHaveProperty('budget')
})

it('adds a cost centre, after each of its fields is right and its code is free', async () => {
  const user = openPage(PATH)
  await user.click(await screen.findByRole('button', { name: 'Add a cost centre' }))
  const dialog = within(await screen.findByRole('dialog'))
  const save = () => user.click(dialog.getByRole('button', { name: 'Save the cost centre' }))
  await user.type(dialog.getByRole('textbox', { name: 'Budget' }), 'four')
  await save()
  const code = dialog.getByRole('textbox', { name: 'Code' })
  expect(code).toHaveFocus()
  expect(code).toHaveAccessibleDescription(/Give the cost centre a code/)
  expect(dialog.getByRole('textbox', { name: 'Budget' })).toHaveAccessibleDescription(/Type an amount/)
  await user.type(code, 'OFF')
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Editions')
  await user.clear(dialog.getByRole('textbox', { name: 'Budget' }))
  server.on(saveCostCenter, () => new Refusal('cost_center_code_taken'))
  await save()
  await waitFor(() => expect(code).toHaveAccessibleDescription(/already a cost centre with this code/))
  const calls = saves()
  await user.clear(code)
  await user.type(code, 'EDI')
  await save()
  await screen.findByText('Editions is saved.')
  expect(calls[0]?.body).toEqual({ code: 'EDI', name: 'Editions', is_active: true, is_new: true })
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  expect(await row(/Editions/)).toBeVisible()
})

it('archives a cost centre and uses it again', async () => {
  saves()
  const user = openPage(PATH)
  await user.click(await row(/Office/))
  await user.click(await screen.findByRole('button', { name: 'Archive' }))
  await screen.findByText('Office is archived.')
  await waitFor(() => expect(screen.queryByRole('row', { name: /Office/ })).toBeNull())
  await user.click(screen.getByRole('radio', { name: 'Archived' }))
  await user.click(await row(/Office/))
  await screen.findByText('Office is used again.')
  await screen.findByText('No archived cost centre')
})

it('is only read by those who are no managers', async () => {
  server.on(getPermission, () => ({ permissions: [], roles: [], products: [], custom_data: {} }))
  const user = openPage(PATH)
  await user.click(await row(/Office/))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add a cost centre' })).toBeNull()
})

it('says that there are none, and that they could not be loaded', async () => {
  centers = []
  openPage(PATH)
  await screen.findByText('No cost centre yet')
})

it('loads again after a failure', async () => {
  server.on(listCostCenters, () => UNREACHABLE)
  const user = openPage(PATH)
  const again = await screen.findByRole('button', { name: 'Try again' }, { timeout: 5_000 })
  server.on(listCostCenters, () => pageOf(centers))
  await user.click(again)
  expect(await row(/Office/)).toBeVisible()
}, 15_000)

it('takes codes, names and amounts that are not too long, a budget for each period, and what happens beyond it', async () => {
  const calls = saves()
  const user = openPage(PATH)
  await user.click(await screen.findByRole('button', { name: 'Add a cost centre' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a cost centre' }))
  expect(dialog.queryByRole('button', { name: 'Archive' })).toBeNull()
  const [code, name, amount] = dialog.getAllByRole('textbox') as [HTMLElement, HTMLElement, HTMLElement]
  expect([code, name, amount].map((input) => input.getAttribute('maxlength'))).toEqual(['20', '80', '12'])
  expect([code, name, amount].map((input) => input.getAttribute('aria-invalid'))).toEqual([null, null, null])
  await user.type(code, ' EDI ')
  await user.type(amount, '0.5.5')
  const save = () => user.click(dialog.getByRole('button', { name: 'Save the cost centre' }))
  await save()
  expect(name).toHaveFocus()
  expect(name).toHaveAccessibleDescription(/Give the cost centre a name/)
  await user.type(name, ' Editions ')
  await save()
  expect(amount).toHaveFocus()
  expect(calls).toEqual([])
  await user.clear(amount)
  await user.type(amount, '7')
  expect(dialog.getByRole('radio', { name: /^Warns/ })).toBeChecked()
  await user.click(dialog.getByRole('button', { name: /For each$/ }))
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Month', 'Quarter', 'Year'])
  await user.click(screen.getByRole('option', { name: 'Year' }))
  await save()
  await screen.findByText('Editions is saved.')
  const budget = { amount: 7_00, period: 'year', on_exceed: 'warn' }
  expect(calls.map(({ body }) => body)).toEqual([
    { code: 'EDI', name: 'Editions', is_active: true, is_new: true, budget },
  ])
  expect(screen.queryByText(/Error ID/)).toBeNull()
})

it('says at the code only that it is taken, focuses it, and forgets it when another is typed', async () => {
  server.on(saveCostCenter, () => new Refusal('cost_center_code_taken'))
  const user = openPage(PATH)
  await user.click(await screen.findByRole('button', { name: 'Add a cost centre' }))
  const code = await screen.findByRole('textbox', { name: 'Code' })
  await user.type(code, 'OFF')
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Office{Enter}')
  await waitFor(() => expect(code).toBeInvalid())
  expect(code).toHaveFocus()
  expect(screen.queryByText(/Error ID/)).toBeNull()
  await user.type(code, '2')
  await waitFor(() => expect(code).toBeValid())
})

it('keeps the editor open when the save fails otherwise', async () => {
  server.on(saveCostCenter, () => new Refusal('try_again'))
  const user = openPage(PATH)
  await user.click(await row(/Subscriptions/))
  await user.click(await screen.findByRole('button', { name: 'Save the cost centre' }))
  expect(await screen.findByText(/Error ID: try_again/)).toBeVisible()
  expect(screen.getByRole('dialog')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('undoes an archiving, says what a row does, and why an undo failed', async () => {
  const calls = saves()
  const user = openPage(PATH)
  expect(await screen.findByText('Choose a row to change it.')).toBeVisible()
  await user.click(await row(/Subscriptions/))
  await user.click(await screen.findByRole('button', { name: 'Archive' }))
  await screen.findByText('Subscriptions is archived.')
  await waitFor(() => expect(screen.queryByRole('row', { name: /Subscriptions/ })).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(screen.queryByText('Subscriptions is archived.')).toBeNull())
  expect(calls.map(({ body }) => [body.is_active, body.version, body.budget])).toEqual([
    [false, 's1', MONTH],
    [true, 's1+', MONTH],
  ])
  await user.click(await row(/Subscriptions/))
  await user.click(await screen.findByRole('button', { name: 'Archive' }))
  await screen.findByText('Subscriptions is archived.')
  server.on(saveCostCenter, () => new Refusal('cost_center_changed'))
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText(/Somebody else has changed this cost centre/)).toBeVisible()
  await user.click(screen.getAllByRole('button', { name: 'Dismiss' })[0]!)
  await waitFor(() => expect(screen.queryByText('Subscriptions is archived.')).toBeNull())
})

it('asks for a hundred at a time by name, and says when using one again fails', async () => {
  const asked = server.on(listCostCenters, ({ query: { is_active } }) =>
    pageOf(is_active === 'false' ? [{ ...OFFICE, is_active: false }] : []),
  )
  server.on(saveCostCenter, () => new Refusal('cost_center_changed'))
  const user = openPage(PATH)
  await screen.findByText('No cost centre yet')
  expect(screen.queryByText('Choose a row to change it.')).toBeNull()
  await user.click(screen.getByRole('radio', { name: 'Archived' }))
  await user.click(await row(/Office/))
  expect(await screen.findByText(/Somebody else has changed this cost centre/)).toBeVisible()
  expect(screen.getByText('Choose a row to use it again.')).toBeVisible()
  const usual = { start: 0, length: 100, orderBy: 'name' }
  expect(asked.slice(0, 2).map(({ query }) => query)).toEqual([
    expect.objectContaining({ ...usual, is_active: 'true' }),
    expect.objectContaining({ ...usual, is_active: 'false' }),
  ])
})
