import fs from 'node:fs'
import { href } from '../apps/web/src/pages.ts'
import { buy } from './support/buy.ts'
import { LETTER } from './support/drafts.ts'
import { comeSignedIn, expect, test } from './support/fixtures.ts'
import { aFile, buyButton, checkLetters, openFile } from './support/mailing.ts'

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

const pdfsIn = (folder: string): number =>
  fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => name.endsWith('.pdf')).length : 0
