import { importBankStatement, importBankStatementCsv, listBankLines } from '@postroom/contract/bank-statement'
import { fieldError } from '@postroom/contract/field-errors'
import { getPermission } from '@postroom/contract/identity'
import { getReconciliation } from '@postroom/contract/reconciliation'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { pageOf } from '../../../testing/answers.ts'
import { Refusal, server } from '../../../testing/fake-server.ts'
import { openPage } from '../../../testing/open-page.tsx'
import { openToast } from '../../../ui/toast-queue.ts'
import { reconciled } from './testing/reconciled.ts'

const NOTHING = { imported: 0, repeated: 0, ignored: 0, ignored_entries: [] }
let lists: unknown[]
beforeEach(() => {
  server.on(getPermission, () => ({ permissions: ['top_up'], roles: [], products: [], custom_data: {} }))
  server.on(getReconciliation, ({ query: { day } }) => reconciled(day))
  lists = server.on(listBankLines, () => pageOf([]))
})
async function openDialog() {
  const user = openPage('/app/operator?view=bank')
  await user.click(await screen.findByRole('button', { name: 'Import a statement' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Import a statement' }))
  const choose = (file: File) => user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, file)
  return { user, dialog, choose }
}
const buttons = (dialog: Pick<typeof screen, 'getAllByRole'>) =>
  dialog.getAllByRole('button').flatMap(({ textContent }) => textContent || [])

it('says which files it takes until one is chosen, and closes', async () => {
  const { user, dialog, choose } = await openDialog()
  expect(dialog.getByText(/^A camt\.053 file/)).toBeVisible()
  expect(buttons(dialog)).toEqual(['Choose a file'])
  expect(document.querySelector('input[type=file]')).toHaveAttribute(
    'accept',
    '.xml,.csv,application/xml,text/xml,text/csv',
  )
  await choose(new File(['date'], 'nov.csv'))
  await dialog.findByRole('button', { name: 'Import nov.csv' })
  expect(buttons(dialog)).toEqual(['Import nov.csv', 'Choose another file'])
  expect(dialog.queryByText(/^A camt\.053 file/)).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('takes an XML file that begins with a blank line, lists its transfers, and says nothing of what it has not', async () => {
  const sent = server.on(importBankStatement, () => ({ ...NOTHING, imported: 1 }))
  const { dialog, choose } = await openDialog()
  await waitFor(() => expect(lists).toHaveLength(1))
  await choose(new File(['\n <Document/>'], 'nov.xml'))
  expect((await dialog.findByText(/^1 new transfer/)).textContent).toBe('1 new transfer. ')
  expect(dialog.getByRole('status')).toBeVisible()
  expect(dialog.queryByText(/not listed/)).toBeNull()
  expect(sent).toHaveLength(1)
  await waitFor(() => expect(lists).toHaveLength(2))
})

it('names each entry that is not listed with its day', async () => {
  const entry = { account: 'GB33', day: '2026-11-20', amount: '3.20 GBP', reason: 'debit' as const }
  server.on(importBankStatement, () => ({ ...NOTHING, ignored: 1, ignored_entries: [entry] }))
  const { dialog, choose } = await openDialog()
  await choose(new File(['<Document/>'], 'nov.xml'))
  await dialog.findByText('1 entry is not listed')
  expect(dialog.getByRole('listitem', { hidden: true })).toHaveTextContent('20 Nov 2026 · 3.20 GBPMoney paid out')
})

it('asks for the account of a CSV file, and names the row that is wrong', async () => {
  const sent = server.on(
    importBankStatementCsv,
    () => new Refusal('invalid_request', { fields: [fieldError('3.amount', 'invalid_amount')] }),
  )
  const { user, dialog, choose } = await openDialog()
  await choose(new File(['date'], 'nov.csv'))
  const account = await dialog.findByRole('textbox', { name: 'Bank account' })
  expect(account).toHaveAccessibleDescription(/^Always write it in the same way/)
  expect(account).toHaveAttribute('maxlength', '50')
  await user.type(account, ' 20-00-00 ')
  expect(dialog.queryByText('Fill this in.')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Import nov.csv' }))
  expect(await dialog.findByText('Row 3, amount:')).toBeVisible()
  expect(sent[0]?.query).toEqual({ account: '20-00-00' })
  expect(openToast()).toBeUndefined()
})

it('forgets what came of the file before', async () => {
  server.on(importBankStatement, () => NOTHING)
  const { dialog, choose } = await openDialog()
  await choose(new File(['<Document/>'], 'nov.xml'))
  await dialog.findByText('0 new transfers.')
  await choose(new File(['date'], 'dec.csv'))
  await dialog.findByRole('button', { name: 'Import dec.csv' })
  expect(dialog.queryByText('0 new transfers.')).toBeNull()
})

it('says that a file could not be opened', async () => {
  const { dialog, choose } = await openDialog()
  const file = new File(['<Document/>'], 'nov.xml')
  file.text = () => Promise.reject(new Error('gone'))
  await choose(file)
  expect(await dialog.findByRole('alert')).toHaveTextContent('The file could not be opened.')
  expect(buttons(dialog)).toEqual(['Choose a file'])
})

it('takes no other file while one is sent', async () => {
  server.on(importBankStatement, () => new Promise<never>(() => {}))
  server.on(importBankStatementCsv, () => new Promise<never>(() => {}))
  const { user, dialog, choose } = await openDialog()
  await choose(new File(['date'], 'nov.csv'))
  await user.type(await dialog.findByRole('textbox', { name: 'Bank account' }), '1{Enter}')
  await user.click(dialog.getByRole('button', { name: 'Import nov.csv' }))
  await waitFor(() => expect(dialog.getByRole('button', { name: /Import nov\.csv/ })).toHaveAttribute('data-pending'))
  expect(dialog.getByRole('button', { name: /Choose another/ })).not.toHaveAttribute('data-pending')
  await choose(new File(['<Document/>'], 'nov.xml'))
  await waitFor(() => expect(dialog.getByRole('button', { name: /Choose another/ })).toHaveAttribute('data-pending'))
})
