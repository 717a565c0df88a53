import { fakeBrother } from '../apps/device-manager/src/testing/fake-brother.ts'
import { expect, signIn, test } from './support/fixtures.ts'
import { freePort, startPostroom } from './support/postroom.ts'
import { choosePrinter } from './support/printers.ts'
import { books } from './support/sandbox.ts'
import { balance, fillLargeLetter, isPurchase, priced } from './support/send.ts'

test('refuses a wrong roll before money moves; buys with a warning when the printer does not report its media', async ({
  page,
}) => {
  test.setTimeout(90_000)
  const printer = await fakeBrother({ roll: { type: 0x0b, width: 62, length: 100 } })
  const nobody = `ql://127.0.0.1:${await freePort()}`
  const postroom = await startPostroom({ POSTROOM_QL_PRINTERS: `${printer.address},${nobody}` })
  const purchases: string[] = []
  page.on('request', (request) => isPurchase(request.url()) && purchases.push(request.url()))
  const pressBuy = async () => {
    await fillLargeLetter(page, postroom)
    await priced(page)
    await page.getByRole('button', { name: 'Buy and print' }).click()
  }
  try {
    await signIn(page, postroom)
    await choosePrinter(page, postroom, 'Mailing printer', /QL-1110NWB/)
    await pressBuy()
    const refusal = page.getByRole('alert').filter({ hasText: 'Nothing was bought' })
    await expect(refusal).toContainText('The paper in the printer does not fit the document.')
    await expect(refusal).toContainText('In the printer: 62 × 100 mm. Needed: 102 × 152 mm.')
    await expect(balance(page)).toContainText('£50.00')
    expect(purchases).toEqual([])
    expect(await books(postroom)).toEqual({ bought: 0, broken: [] })
    expect(printer.pagesReceived()).toBe(0)

    // the other printer does not answer: the page warns, and the purchase goes on
    await choosePrinter(page, postroom, 'Mailing printer', /offline/)
    await pressBuy()
    const doubt = page.getByRole('status').filter({ hasText: 'so it was not checked before buying' })
    await expect(doubt).toContainText('The printer does not answer.')
    await expect(page.getByText('The label was not printed')).toBeVisible({ timeout: 30_000 })
    await expect(balance(page)).toContainText('£48.10')
    expect(await books(postroom)).toEqual({ bought: 1, broken: [] })
  } finally {
    await postroom.stop()
    await printer.stop()
  }
})
