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
  const walk = crypto.randomUUID()
  let stops = 0
  for (; stops < MOST_STOPS; stops += 1) {
    await page.keyboard.press('Tab')
    const { name, isEnd } = await page.evaluate(arrive, walk)
    if (isEnd) break
    // what arrives from the server may move the page, which follows a frame later
    const seen = await page.waitForFunction(isFocusSeen, undefined, { timeout: 1_000 }).catch(() => undefined)
    if (!seen) hidden.push(name)
  }
  expect(stops).toBeGreaterThan(FEWEST_STOPS)
  return hidden
}
const FEWEST_STOPS = 10
const MOST_STOPS = 150

/** Marks the stop; the walk ends outside the page, or where it has been before. */
function arrive(walk: string): { name: string; isEnd: boolean } {
  const element = document.activeElement ?? document.body
  const isEnd = element === document.body || element.getAttribute('data-walk') === walk
  element.setAttribute('data-walk', walk)
  return { name: element.outerHTML.slice(0, 200), isEnd }
}

function isFocusSeen(): boolean {
  const element = document.activeElement ?? document.body
  const part = element.closest('label') ?? element
  const { left, top, width, height } = part.getBoundingClientRect()
  return [0.1, 0.5, 0.9].some((across) =>
    [0.1, 0.5, 0.9].some((down) =>
      part.contains(document.elementFromPoint(left + width * across, top + height * down)),
    ),
  )
}
