import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** A window of 1280 × 1024 at 400 % zoom. */
export const ZOOMED = { width: 320, height: 256 }

/** At 400 % zoom nothing scrolls sideways, and the bars that stay take at most a quarter of the height. */
export async function expectRoom(page: Page): Promise<void> {
  await page.setViewportSize(ZOOMED)
  // what a script measures follows the new size a frame later
  await expect.poll(() => crowding(page), { timeout: 2_000 }).toEqual({ sideways: 0, bars: [] })
}

const crowding = (page: Page) =>
  page.evaluate(() => {
    const bars = [...document.querySelectorAll('body *')].flatMap((element) => {
      const { top, bottom, width } = element.getBoundingClientRect()
      const height = Math.min(bottom, innerHeight) - Math.max(top, 0)
      const stays = ['fixed', 'sticky'].includes(getComputedStyle(element).position)
      const isBar = stays && width > innerWidth / 2 && height > 1 && element.textContent !== ''
      // a dialog is no bar: it is the whole task
      return isBar && !element.querySelector('[role=dialog], [role=alertdialog]')
        ? [{ name: `${element.className} ${height}`, height }]
        : []
    })
    const sum = bars.reduce((before, { height }) => before + height, 0)
    return {
      sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      bars: sum > innerHeight / 4 ? bars.map(({ name }) => name) : [],
    }
  })

/** Walks through the page with Tab. @returns the stops of which no part can be seen (WCAG 2.4.11) */
export async function hiddenStops(page: Page): Promise<string[]> {
  const hidden: string[] = []
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press('Tab')
    let found = await page.evaluate(focused)
    // what arrives from the server may move the page, which follows a frame later
    for (let tries = 0; found?.isSeen === false && tries < 5; tries += 1) {
      await page.waitForTimeout(100)
      found = await page.evaluate(focused)
    }
    if (found === undefined) return hidden
    if (!found.isSeen) hidden.push(found.name)
  }
  throw new Error(`More than ${MOST_STOPS} stops, or a trap`)
}
const MOST_STOPS = 150

/** What has the focus; undefined when Tab has left the page. */
function focused(): { name: string; isSeen: boolean } | undefined {
  const element = document.activeElement
  if (!element || element === document.body) return undefined
  const part = element.closest('label') ?? element
  const { left, top, width, height } = part.getBoundingClientRect()
  const points = [0.1, 0.5, 0.9].flatMap((across) => [0.1, 0.5, 0.9].map((down) => [across, down] as const))
  const isSeen = points.some(([across, down]) =>
    part.contains(document.elementFromPoint(left + width * across, top + height * down)),
  )
  return { name: element.outerHTML.slice(0, 200), isSeen }
}
