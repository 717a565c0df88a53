import { expect, type Page } from '@playwright/test'
import type { Postroom } from './postroom.ts'

/** Chooses the printer of one kind on the printers page, and saves it. */
export async function choosePrinter(page: Page, postroom: Postroom, kind: string, printer: RegExp): Promise<void> {
  await page.goto(`${postroom.url}/app/device-preferences`)
  await page
    .getByRole('group', { name: kind })
    .getByRole('button', { name: /Printer$/ })
    .click()
  await page.getByRole('option', { name: printer }).click()
  await page.getByRole('button', { name: 'Save printers' }).click()
  await expect(page.getByText('The printers are saved.')).toBeVisible()
}
