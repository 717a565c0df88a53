import fs from 'node:fs'
import { buy } from './support/buy.ts'
import { LETTER } from './support/drafts.ts'
import { comeSignedIn, expect, test } from './support/fixtures.ts'
import { aFile, buyButton, checkLetters, openFile } from './support/mailing.ts'

test('a file is corrected, checked, bought and printed, with a result for each row', async ({ page, postroom }) => {
  await buy(postroom, LETTER) // gives the sender
  await comeSignedIn(page, postroom)
  await openFile(page, postroom, aFile(5, [3]))
  await page.getByLabel('Postcode').last().fill('SY23 2HT')
  await page.keyboard.press('Enter')
  await checkLetters(page, 5)
  await expect(buyButton(page)).toHaveAccessibleName(/^Buy and print 5 for £4\.55/)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Buying and printing: 5 of 5 printed')).toBeVisible({ timeout: 40_000 })

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Result as CSV' }).click()
  const rows = fs
    .readFileSync(await (await download).path(), 'utf8')
    .trim()
    .split('\r\n')
    .slice(1)
  expect(rows).toHaveLength(5)
  for (const [index, row] of rows.entries())
    expect(row).toMatch(
      new RegExp(`^"${index + 2}","Person ${index + 1}",.*"bought","printed","2","ZZ\\d{9}GB","0\\.91",""$`),
    )

  await page.reload()
  await expect(page.getByText('Buying and printing: 5 of 5 printed')).toBeVisible()
})
