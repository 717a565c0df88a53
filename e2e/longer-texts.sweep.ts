import type { Page } from '@playwright/test'
import { SCREENS, visit } from './screens.ts'
import { expect, newSession, test, useSession } from './support/fixtures.ts'

test.use({ server: 'longer-texts' })

const WIDTHS = [320, 768, 1440]

/** Makes each word of the page 40 % longer, as a translation may be. @returns what undoes it */
const lengthen = (page: Page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    const changed = texts
      .filter(({ parentElement }) => parentElement?.closest('script, style, svg') === null)
      .map((text) => {
        const before = text.data
        text.data = before.replaceAll(/\p{L}{2,}/gu, (word) => word + word.slice(-Math.ceil(word.length * 0.4)))
        return { text, before, longer: text.data }
      })
    // what the page has written meanwhile stays
    const shorten = () => {
      for (const { text, before, longer } of changed) if (text.data === longer) text.data = before
    }
    Object.assign(window, { shorten })
  })
const shorten = (page: Page) => page.evaluate(() => (window as unknown as { shorten: () => void }).shorten())

/** What the longer texts do not leave room for: the page scrolls sideways, or a text is larger than its box. */
const crowded = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const boxes = document.querySelectorAll<HTMLElement>('button, a, label, legend, th, h1, h2, h3, summary, dt, dd')
    const spilling = [...boxes].filter((box) => {
      const { clipPath, textOverflow } = getComputedStyle(box)
      // only for screen readers, inline, or shortened on purpose
      if (clipPath !== 'none' || box.clientWidth === 0 || textOverflow === 'ellipsis') return false
      return box.scrollWidth > box.clientWidth + 1 && box.closest('.visually-hidden') === null
    })
    return [
      ...(scrollWidth > clientWidth ? [`the page is ${scrollWidth - clientWidth} pixels too wide`] : []),
      ...spilling.map(({ tagName, textContent }) => `${tagName.toLowerCase()} ${textContent.trim().slice(0, 60)}`),
    ]
  })

for (const signedIn of [false, true])
  test(`texts 40 % longer have room on every page, signed ${signedIn ? 'in' : 'out'}`, async ({ page, postroom }) => {
    test.setTimeout(240_000)
    const found: Record<string, string[]> = {}
    await useSession(page, postroom, signedIn ? await newSession(postroom) : undefined)
    for (const screen of SCREENS.filter((one) => one.signedIn === signedIn))
      await visit(page, postroom, screen, {
        wanted: ({ inSweep }) => !inSweep,
        before: () => page.setViewportSize({ width: 1440, height: 980 }),
        at: async ({ name }) => {
          for (const width of WIDTHS) {
            await page.setViewportSize({ width, height: 900 })
            await lengthen(page)
            // what a script measures follows the new width a frame later
            await page.waitForTimeout(100)
            const faults = await crowded(page)
            if (faults.length > 0) found[`${name} at ${width}`] = faults
            await shorten(page)
          }
        },
      })
    expect(found).toEqual({})
  })
