import fs from 'node:fs'
import { href } from '../apps/web/src/pages.ts'
import { buy } from './support/buy.ts'
import { LETTER } from './support/drafts.ts'
import { books, topUp } from './support/sandbox.ts'
import { startPostroom } from './support/postroom.ts'
import { comeSignedIn, expect, test } from './support/fixtures.ts'
import { aFile, checkLetters, chooseLetters, openFile } from './support/mailing.ts'

// a batch that another file left not printed would stand beside its own
test.use({ server: 'many' })

test('50 letters: a tab that is closed and opened again shows the truth, prints the rest, and each label once', async ({
  page,
  context,
  postroom,
}) => {
  test.setTimeout(300_000)
  await buy(postroom, LETTER) // gives the sender
  const before = pdfsIn(postroom.printed)
  await comeSignedIn(page, postroom)
  await openFile(page, postroom, aFile(50))
  await checkLetters(page, 50)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/printing: [3-9] of 50 printed/)).toBeVisible({ timeout: 60_000 })
  await page.close()

  const again = await context.newPage()
  await again.goto(`${postroom.url}${href('printers')}`)
  const notice = again.getByRole('region', { name: /not printed/ })
  await notice.getByRole('link', { name: /^Print now: \d+ labels of a batch/ }).click({ timeout: 60_000 })
  await expect(again.getByText('Buying and printing: 50 of 50 printed')).toBeVisible({ timeout: 180_000 })
  expect(pdfsIn(postroom.printed) - before).toBe(50)
})

test('1,000 rows: drawn a few at a time, checked, bought on without the tab, and cancelled; all agree on what was bought', async ({
  page,
  context,
}) => {
  test.setTimeout(300_000)
  const postroom = await startPostroom()
  try {
    await buy(postroom, LETTER) // gives the sender
    await comeSignedIn(page, postroom)
    await openFile(page, postroom, aFile(1_000))
    await expect(page.getByText(/^1,000 rows and 6 columns/)).toBeVisible()
    expect(await page.getByRole('row').count()).toBeLessThan(120)
    await page.getByRole('button', { name: 'Go on with 1,000' }).click()
    await chooseLetters(page)
    await expect(page.getByText(/£\d+\.\d\d is missing in your balance/)).toBeVisible({ timeout: 15_000 })
    await topUp(postroom, 1_000_00)
    await page.getByRole('button', { name: 'Change what is sent' }).click()
    await page.getByRole('button', { name: 'Check 1,000 items' }).click()
    await page.getByRole('button', { name: 'Buy and print 1,000 for £910.00' }).click({ timeout: 30_000 })
    await expect(page.getByText(/^\d{2,} bought, 0 refused/)).toBeVisible({ timeout: 60_000 })
    const url = page.url()
    await page.close()

    const again = await context.newPage()
    await again.goto(url)
    await expect(again.getByText(/^[2-9]\d\d bought, 0 refused/)).toBeVisible({ timeout: 60_000 })
    await again.getByRole('button', { name: /^Cancel the \d+ to come/ }).click()
    await expect(again.getByText('All rows are decided.', { exact: false })).toBeVisible({ timeout: 60_000 })
    const bought = Number(/\d+/.exec((await again.getByText(/^\d+ bought, 0 refused/).textContent())!)![0])
    expect(bought).toBeLessThan(1_000)
    const { broken, ...ledger } = await books(postroom)
    expect(broken).toEqual([])
    expect(ledger.bought).toBe(bought + 1) // the letter that gave the sender
    const spent = `£${(bought * 0.91).toFixed(2)}`
    await expect(again.getByRole('complementary').getByText(spent)).toBeVisible()
    const file = again.waitForEvent('download')
    await again.getByRole('button', { name: 'Result as CSV' }).click()
    const rows = fs
      .readFileSync(await (await file).path(), 'utf8')
      .trim()
      .split(/\r?\n/)
    expect(rows).toHaveLength(1_001)
    expect(rows.filter((row) => row.includes('"stopped"'))).toHaveLength(1_000 - bought)
  } finally {
    await postroom.stop()
  }
})

const pdfsIn = (folder: string): number =>
  fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => name.endsWith('.pdf')).length : 0
