import type { Page } from '@playwright/test'
import { fakeBrother } from '../apps/device-manager/src/testing/fake-brother.ts'
import { comeSignedIn, expect, test } from './support/fixtures.ts'
import { startPostroom } from './support/postroom.ts'
import { choosePrinter } from './support/printers.ts'

const testPrint = (page: Page) => page.getByRole('button', { name: 'Print a test label: mailing printer' }).click()
const job = (page: Page, state: string) => page.getByRole('listitem').filter({ hasText: state })

test('cancels a queued job, which is never printed; a job that has started prints to its end', async ({
  page,
  context,
}) => {
  test.setTimeout(180_000)
  const printer = await fakeBrother({ cools: true })
  const postroom = await startPostroom({ POSTROOM_QL_PRINTERS: printer.address })
  try {
    await comeSignedIn(page, postroom)
    await choosePrinter(page, postroom, 'Mailing printer', /QL-1110/)
    await testPrint(page)
    const first = job(page, 'Printing')
    await expect(first).toHaveCount(1, { timeout: 20_000 })

    const other = await context.newPage()
    await other.goto(`${postroom.url}/app/device-preferences`)
    await testPrint(other)
    await expect(job(other, 'Waiting')).toHaveCount(1, { timeout: 20_000 })
    await job(other, 'Waiting')
      .getByRole('button', { name: /^Cancel/ })
      .click()
    await expect(job(other, 'Cancelled')).toBeFocused()

    await first.getByRole('button', { name: /^Cancel/ }).click()
    printer.cooled()
    await expect(job(page, 'Printed')).toHaveCount(1)
    await expect(job(page, 'Cancelled')).toHaveCount(1)
    expect(printer.printed).toHaveLength(1)

    await job(page, 'Cancelled')
      .getByRole('button', { name: /^Print again/ })
      .dblclick()
    await expect(() => {
      printer.cooled()
      expect(printer.printed).toHaveLength(2)
    }).toPass({ timeout: 20_000 })
    await expect(job(page, 'Cancelled')).toContainText('The label is printed.')
    await expect(page.getByRole('region', { name: 'Recent jobs' }).getByRole('listitem')).toHaveCount(3)
  } finally {
    await postroom.stop()
    await printer.stop()
  }
})
