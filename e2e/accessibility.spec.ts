import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { SCREENS } from './screens.ts'
import { AXE_RULES } from './support/axe-rules.ts'
import { expect, newSession, test, useSession } from './support/fixtures.ts'

/** The one thing that the theme can break. */
const OF_THE_THEME = ['color-contrast']
const WIDE = { width: 1440, height: 980 }

const wrong = async (axe: AxeBuilder): Promise<string[]> =>
  (await axe.analyze()).violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(' ')}`)

const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

for (const language of ['en-gb', 'fr-fr'] as const)
  test(`axe finds nothing on any screen in either theme, and nothing scrolls sideways at 320 pixels, ${language}`, async ({
    page,
    postroom,
  }) => {
    test.setTimeout(240_000)
    await page.addInitScript((chosen) => {
      // the label is shown in a frame that has no storage
      if (self === top) localStorage.setItem('postroom.language', chosen)
    }, language)
    const session = await newSession(postroom)
    for (const screen of SCREENS)
      await test.step(screen.name, async () => {
        await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
        await page.setViewportSize(WIDE)
        await useSession(page, postroom, screen.signedIn ? session : undefined)
        await screen.open(page, postroom)
        await expect(page.locator('html')).toHaveAttribute('lang', language === 'en-gb' ? /en/ : /fr/)
        const light = await wrong(new AxeBuilder({ page }).setLegacyMode().withTags(AXE_RULES))
        await page.emulateMedia({ colorScheme: 'dark' })
        await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
        const dark = await wrong(new AxeBuilder({ page }).setLegacyMode().withRules(OF_THE_THEME))
        await page.setViewportSize({ width: 320, height: 640 })
        expect({ light, dark, sideways: await sideways(page) }).toEqual({ light: [], dark: [], sideways: 0 })
      })
  })
