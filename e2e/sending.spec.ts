import { expect, comeSignedIn, test } from './support/fixtures.ts'
import { fillLargeLetter } from './support/send.ts'

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
