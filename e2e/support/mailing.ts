import { expect, type Page } from '@playwright/test'
import { href } from '../../apps/web/src/pages.ts'
import { check } from './check.ts'
import type { Postroom } from './postroom.ts'
import { field, serviceRow } from './send.ts'

const HEADS = 'Recipient,Company,Street,Place,PC,Ref'

/** A file of this many invented addressees; the rows in `faulty` have half a postcode. */
export const aFile = (rows: number, faulty: readonly number[] = []): string =>
  [
    HEADS,
    ...Array.from({ length: rows }, (_, index) => {
      const number = index + 1
      const postcode = faulty.includes(number) ? 'SY23 2' : 'SY23 2HT'
      return `Person ${number},,${number} Heol y Gogledd,Aberystwyth,${postcode},W-${number}`
    }),
  ].join('\n')

/** Opens Send to many with a file. */
export async function openFile(page: Page, postroom: Postroom, text: string): Promise<void> {
  await page.goto(`${postroom.url}${href('many')}`)
  const file = { name: 'winter.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.locator('input[type=file]').setInputFiles(file)
}

/** From the corrected addressees to the check: letters by second class, £0.91 each. */
export async function checkLetters(page: Page, count: number): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^Go on with ${count}`) }).click()
  await chooseLetters(page)
  await expect(buyButton(page)).toBeEnabled({ timeout: 30_000 })
}

/** From the choice of what is sent to its check. */
export async function chooseLetters(page: Page): Promise<void> {
  await check(page.locator('input[name="packaging"][value="letter"]'))
  await field(page, 'weight').fill('90g')
  await check(serviceRow(page, '2'))
  await page.getByRole('button', { name: /^Check/ }).click()
}

export const buyButton = (page: Page) => page.getByRole('button', { name: /^Buy and print \d/ })
