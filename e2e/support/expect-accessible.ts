import type { Page } from '@playwright/test'
import { SCREENS, visit, type Screen } from '../screens.ts'
import { axeViolations } from './axe.ts'
import { expect, newSession, test, useSession } from './fixtures.ts'
import type { Postroom } from './postroom.ts'
import { expectRoom } from './room.ts'

/** The screens in parts, for tests that run side by side. */
export const PARTS = (['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'] as const).map(
  (name, part) => [name, SCREENS.filter((_screen, index) => index % 8 === part)] as const,
)

/** The one rule that the theme can break. */
const OF_THE_THEME = ['color-contrast']
const WIDE = { width: 1440, height: 980 }
const NARROW = { width: 320, height: 640 }

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

/**
 * Opens screens in this language, in all their states: axe finds nothing in either theme, at 320 pixels nothing scrolls
 * sideways or moves, and at 400 % zoom bars leave room.
 */
async function expectAccessible(
  page: Page,
  postroom: Postroom,
  language: 'en-gb' | 'fr-fr',
  screens: readonly Screen[],
): Promise<void> {
  await page.addInitScript((chosen) => localStorage.setItem('postroom.language', chosen), language)
  const session = await newSession(postroom)
  const html = page.locator('html')
  const inTheme = async (theme: 'light' | 'dark') => {
    await page.emulateMedia({ colorScheme: theme })
    await expect(html).toHaveAttribute('data-theme', theme)
  }
  let isSignedIn: boolean | undefined
  for (const screen of screens) {
    if (screen.signedIn !== isSignedIn) await useSession(page, postroom, screen.signedIn ? session : undefined)
    isSignedIn = screen.signedIn
    await visit(page, postroom, screen, {
      wanted: () => true,
      before: () => page.setViewportSize(WIDE),
      at: ({ name }) =>
        test.step(name, async () => {
          await inTheme('light')
          await expect(html).toHaveAttribute('lang', language === 'en-gb' ? /en/ : /fr/)
          const light = await axeViolations(page)
          await inTheme('dark')
          const dark = await axeViolations(page, OF_THE_THEME)
          await page.setViewportSize(NARROW)
          const found = { light, dark, moving: await moving(page) }
          expect(found, name).toEqual({ light: [], dark: [], moving: [] })
          // what a script measures follows the new width a frame later
          await expect.poll(() => sideways(page), { timeout: 2_000, message: name }).toBe(0)
          await expectRoom(page)
        }),
    })
  }
}

/** Declares the test of one part in a language. */
export const testPart = (language: 'en-gb' | 'fr-fr', [part, screens]: (typeof PARTS)[number]): void =>
  test(`axe finds nothing on the ${part} part of the screens in ${language} in either theme, and nothing scrolls sideways at 320 pixels`, async ({
    page,
    postroom,
  }) => {
    test.setTimeout(240_000)
    await expectAccessible(page, postroom, language, screens)
  })
