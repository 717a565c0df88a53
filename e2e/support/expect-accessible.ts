import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { SCREENS, type Screen } from '../screens.ts'
import { AXE_RULES } from './axe-rules.ts'
import { expect, newSession, test, useSession } from './fixtures.ts'
import type { Postroom } from './postroom.ts'

const MIDDLE = Math.ceil(SCREENS.length / 2)
/** The screens in two parts, for two tests that run side by side. */
export const HALVES = [
  ['first', SCREENS.slice(0, MIDDLE)],
  ['second', SCREENS.slice(MIDDLE)],
] as const

/** The one rule that the theme can break. */
const OF_THE_THEME = ['color-contrast']
const WIDE = { width: 1440, height: 980 }
const NARROW = { width: 320, height: 640 }

const violations = async (axe: AxeBuilder): Promise<string[]> =>
  (await axe.analyze()).violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(' ')}`)

const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** What still moves although the browser asks for reduced motion, right after the lay-out changed. */
const moving = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 0)
      .map((animation) => (animation instanceof CSSTransition ? animation.transitionProperty : animation.id)),
  )

/** Opens screens in this language: axe finds nothing in either theme, and at 320 pixels nothing scrolls sideways or moves. */
export async function expectAccessible(
  page: Page,
  postroom: Postroom,
  language: 'en-gb' | 'fr-fr',
  screens: readonly Screen[],
): Promise<void> {
  await page.addInitScript((chosen) => {
    // the label is shown in a frame that has no storage
    if (self === top) localStorage.setItem('postroom.language', chosen)
  }, language)
  const session = await newSession(postroom)
  for (const screen of screens)
    await test.step(screen.name, async () => {
      await page.emulateMedia({ colorScheme: 'light' })
      await page.setViewportSize(WIDE)
      await useSession(page, postroom, screen.signedIn ? session : undefined)
      await screen.open(page, postroom)
      await expect(page.locator('html')).toHaveAttribute('lang', language === 'en-gb' ? /en/ : /fr/)
      // analysed in the page itself, not in a second one that is opened for each run: no frame is of another origin
      const axe = () => new AxeBuilder({ page }).setLegacyMode()
      const light = await violations(axe().withTags(AXE_RULES))
      await page.emulateMedia({ colorScheme: 'dark' })
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
      const dark = await violations(axe().withRules(OF_THE_THEME))
      await page.setViewportSize(NARROW)
      expect({ light, dark, moving: await moving(page) }).toEqual({ light: [], dark: [], moving: [] })
      // what a script measures follows the new width a frame later
      await expect.poll(() => sideways(page), { timeout: 2_000 }).toBe(0)
    })
}
