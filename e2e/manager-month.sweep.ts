import type { Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { href, type PageName } from '../apps/web/src/pages.ts'
import { comeSignedIn, expect, newSession, test, useSession } from './support/fixtures.ts'
import { mailedLink } from './support/mailed-link.ts'
import type { Postroom } from './support/postroom.ts'
import { makeOperator } from './support/sandbox.ts'
import { buyAndPrint, fillLargeLetter } from './support/send.ts'

test.use({ server: 'manager-month' })

const CLERK = { fullname: 'Ffion Tarrant', email: 'ffion@example.com', username: 'ffion' }
const SECRET = 'seven teal lanterns'

test('a month of a manager: invite a clerk, set a budget that blocks, top up, void, follow the refund, save the statement, disable the clerk', async ({
  page,
  browser,
  postroom,
}) => {
  test.setTimeout(240_000)
  const clerk = await (await browser.newContext()).newPage()
  const open = (name: PageName, query = {}) => page.goto(`${postroom.url}${href(name, query)}`)
  await comeSignedIn(page, postroom)

  await test.step('invite a clerk, who sets a password and signs in', async () => {
    await open('administration')
    await page.getByRole('button', { name: 'Invite a user' }).click()
    for (const [name, text] of Object.entries(CLERK)) await page.locator(`input[name="${name}"]`).fill(text)
    await page.getByRole('button', { name: 'Send the invitation' }).click()
    await expect(page.getByText(`${CLERK.fullname} was invited by mail.`)).toBeVisible()
    await accept(clerk, postroom)
  })

  await test.step('set a budget that blocks', async () => {
    await open('references')
    await page.getByRole('button', { name: 'Add a cost centre' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Code').fill('OFF')
    await dialog.getByLabel('Name').fill('Office')
    await setBudget(page, '1')
  })

  await test.step('the clerk sees it block, and buys after it is raised', async () => {
    await fillLargeLetter(clerk, postroom)
    await clerk.getByRole('button', { name: 'Add: Cost centre' }).click()
    await clerk.locator('#costcenter').click()
    await clerk.getByRole('option', { name: 'Office (OFF)' }).click()
    const buy = clerk.getByRole('button', { name: /^Buy and print/ })
    await buy.click()
    await expect(clerk.getByText('The budget of the cost centre OFF has £1.00 left; this costs £1.90.')).toBeVisible()
    await page.getByRole('row').filter({ hasText: 'Office' }).click()
    await setBudget(page, '100')
    await expect(page.getByRole('row').filter({ hasText: 'Office' })).toContainText('£100.00 left')
    await clerk.reload() // the draft is kept
    await buyAndPrint(clerk)
    await expect(clerk.getByRole('heading', { name: /^Printed: 2nd Class to Marguerite Llewellyn/ })).toBeVisible()
    await open('references')
    await expect(page.getByRole('row').filter({ hasText: 'Office' })).toContainText('£98.10 left')
  })

  await test.step('top up: an operator books the transfer', async () => {
    await makeOperator(postroom, 'dev')
    const operator = await (await browser.newContext()).newPage()
    await useSession(operator, postroom, await newSession(postroom, 'dev'))
    await operator.goto(`${postroom.url}${href('operator')}`)
    await operator.getByRole('button', { name: /^Book money/ }).click()
    const dialog = operator.getByRole('dialog')
    await dialog.getByRole('textbox', { name: /^Amount received/ }).fill('75')
    await dialog.getByRole('textbox', { name: /^Reference/ }).fill('BACS 4711')
    await dialog.getByRole('button', { name: 'Book £75.00' }).click()
    await expect(operator.getByText(/^£75.00 is booked/)).toBeVisible()
    await open('administration', { view: 'account' })
    await expect(page.getByRole('row').filter({ hasText: '+£75.00' })).toBeVisible()
  })

  await test.step('void the shipment and follow the refund', async () => {
    await open('history')
    await page.getByRole('row').filter({ hasText: 'Marguerite' }).click()
    const drawer = page.getByRole('complementary', { name: /Marguerite/ })
    await drawer.getByRole('button', { name: 'Void…' }).click()
    await page.getByRole('alertdialog').getByText('The address is wrong').click()
    await page.getByRole('button', { name: /^Void and refund/ }).click()
    await expect(drawer.getByText(/refunded$|requested$/).first()).toBeVisible()
    await open('references')
    await expect(page.getByRole('row').filter({ hasText: 'Office' })).toContainText('£100.00 left')
  })

  await test.step('save the statement', async () => {
    await open('administration', { view: 'account' })
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as CSV' }).click(),
    ])
    const cells = (await readFile(await file.path(), 'utf8')).split(/[,\r\n]+/)
    expect(cells.map(Number)).toEqual(expect.arrayContaining([75, -1.9, 1.9]))
  })

  await test.step('disable the clerk, whose open page ends within two seconds', async () => {
    await clerk.goto(`${postroom.url}${href('home')}`)
    await expect(clerk.getByText(/1 printer ready/).first()).toBeVisible()
    await open('administration')
    await page.getByRole('row').filter({ hasText: CLERK.fullname }).click()
    await page.getByRole('button', { name: 'Disable', exact: true }).click()
    await clerk.waitForURL('**/login*', { timeout: 2_000 })
  })
  await clerk.context().close()
})

async function accept(clerk: Page, postroom: Postroom): Promise<void> {
  await expect.poll(() => mailedLink(postroom.folder), { timeout: 20_000 }).toBeDefined()
  await clerk.goto(mailedLink(postroom.folder)!)
  await clerk.getByLabel('New password', { exact: true }).fill(SECRET)
  await clerk.getByRole('button', { name: 'Save the password' }).click()
  await expect(clerk.getByText('Your new password is saved')).toBeVisible()
  await clerk.getByRole('link', { name: 'Back to sign-in' }).click()
  await clerk.getByLabel('Username').fill(`${CLERK.username}@llewellyn-bindery-ltd`)
  await clerk.getByLabel('Password', { exact: true }).fill(SECRET)
  await clerk.getByRole('button', { name: 'Sign in' }).click()
  await clerk.waitForURL('**/app/home')
}

/** In the open editor of a cost centre. */
async function setBudget(page: Page, pounds: string): Promise<void> {
  await page.getByLabel('Budget', { exact: true }).fill(pounds)
  await page.getByText('Blocks', { exact: true }).last().click()
  await page.getByRole('button', { name: 'Save the cost centre' }).click()
  await expect(page.getByText('Office is saved.')).toBeVisible()
}
