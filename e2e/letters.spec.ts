import type { Shipment } from '@postroom/contract/shipment'
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { buy } from './support/buy.ts'
import { check } from './support/check.ts'
import { LETTER } from './support/drafts.ts'
import { comeSignedIn, expect, test } from './support/fixtures.ts'
import { balance, field, isPurchase, priced } from './support/send.ts'

/** Every item number that zbarimg reads on a PDF printed at 300 dpi, in the order of the places. */
function numbersOn(pdf: string): string[] {
  const page = `${pdf}.pgm`
  execFileSync('pdftoppm', ['-r', '300', '-gray', '-singlefile', pdf, page.replace(/\.pgm$/, '')])
  const read = execFileSync('zbarimg', ['-q', '--raw', '--nodbus', '-S*.disable', '-Scode128.enable', page])
  fs.rmSync(page)
  return read.toString('utf8').trim().split('\n')
}

test('letters by keyboard: the chosen places of the sheet are bought once, printed, and used afterwards', async ({
  page,
  postroom,
}) => {
  await buy(postroom, LETTER) // gives the sender
  await comeSignedIn(page, postroom)
  await page.goto(`${postroom.url}/app/desktop`)
  await field(page, 'weight').fill('90g')
  await check(page.getByRole('radio', { name: /^2nd Class Signed For/ }))
  await page.getByRole('gridcell', { name: 'Row 3, left. Chosen, label 1 of 1.' }).focus()
  const used = 4 + (await page.getByRole('gridcell', { name: /Used\.$/ }).count()) // other tests use the sheet too
  await page.keyboard.press('Shift+ArrowDown') // both of row 3 and the left of row 4
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(page.getByText('4 chosen')).toBeVisible()
  await priced(page)
  await expect(page.getByText('£11.64')).toBeVisible()
  const before = Number((await balance(page).textContent())!.replaceAll(/[^\d.]/g, ''))
  const earlier = new Set(fs.existsSync(postroom.printed) ? fs.readdirSync(postroom.printed) : []) // of other tests

  const answer = page.waitForResponse((response) => isPurchase(response.url()) && response.status() === 200)
  await page.keyboard.press('Control+Enter')
  const shipment = (await (await answer).json()) as Shipment
  await expect(page.getByRole('heading', { name: /^Printed/ })).toBeVisible({ timeout: 30_000 })
  expect(shipment.item_numbers).toHaveLength(4)
  expect(shipment.amount).toBe(4 * 291)
  await expect(balance(page)).toContainText(`£${(before - 11.64).toFixed(2)}`)

  const sheets = fs.readdirSync(postroom.printed).filter((name) => name.endsWith('.pdf') && !earlier.has(name))
  expect(sheets).toHaveLength(1)
  expect(numbersOn(path.join(postroom.printed, sheets[0]!)).toSorted()).toEqual(shipment.item_numbers.toSorted())

  await expect(page.getByText(`${used} used`)).toBeVisible()
  await page.reload()
  await expect(page.getByText(`${used} used`)).toBeVisible()
  await expect(page.getByRole('gridcell', { name: 'Row 3, left. Used.' })).toBeVisible()
  await expect(page.getByRole('gridcell', { name: 'Row 4, right. Chosen, label 1 of 1.' })).toBeVisible()
})
