import { expect, type Page } from '@playwright/test'
import type { Postroom } from './postroom.ts'

/** Chooses the printer of one kind on the printers page, and its paper where `paper` is given, and saves it. */
export async function choosePrinter(
  page: Page,
  postroom: Postroom,
  kind: string,
  printer: RegExp,
  paper?: RegExp,
): Promise<void> {
  await page.goto(`${postroom.url}/app/device-preferences`)
  const group = page.getByRole('group', { name: kind })
  await group.getByRole('button', { name: /Printer$/ }).click()
  await page.getByRole('option', { name: printer }).click()
  if (paper) {
    await group.getByRole('button', { name: /Paper$/ }).click()
    await page.getByRole('option', { name: paper }).click()
  }
  await page.getByRole('button', { name: 'Save printers' }).click()
  await expect(page.getByText('The printers are saved.')).toBeVisible()
}
