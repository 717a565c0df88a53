import type { Page } from '@playwright/test'
import { expect, comeSignedIn, test } from './support/fixtures.ts'
import { buyAndPrint, fillLargeLetter } from './support/send.ts'

test('a shipment is sent again in three interactions from home', async ({ page, postroom }) => {
  await comeSignedIn(page, postroom)
  await fillLargeLetter(page, postroom)
  await buyAndPrint(page)
  await expect(page.getByRole('region', { name: /^Printed: 2nd Class to Marguerite Llewellyn/ })).toBeVisible()
  await page.goto(`${postroom.url}/app/home`)

  const counted = counting(page)
  await counted.click(/^Send again/)
  await expect(page.locator('input[name="weight"]')).toHaveValue('130g')
  await counted.press('Control+Enter')
  await expect(page.getByRole('region', { name: /^Printed: 2nd Class to Marguerite Llewellyn/ })).toBeVisible()
  expect(counted.count()).toBeLessThanOrEqual(3)
})

/** Counts as interactions: a click, or a key that acts. */
function counting(page: Page) {
  let interactions = 0
  return {
    count: () => interactions,
    click: async (name: RegExp) => {
      interactions++
      await page.getByRole('link', { name }).first().click()
    },
    press: async (key: string) => {
      interactions++
      await page.keyboard.press(key)
    },
  }
}

test('at 400 % zoom no bar is fixed', async ({ page, postroom }) => {
  await comeSignedIn(page, postroom)
  await fillLargeLetter(page, postroom)
  await page.setViewportSize({ width: 320, height: 256 })
  const fixed = await page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((element) => {
        const { position, display } = getComputedStyle(element)
        const { width, height } = element.getBoundingClientRect()
        const isBar = width > innerWidth / 2 && height > 1 && element.textContent !== ''
        return isBar && display !== 'none' && (position === 'fixed' || position === 'sticky')
      })
      .map((element) => element.className),
  )
  expect(fixed).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})
