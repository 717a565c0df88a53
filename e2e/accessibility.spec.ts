import { AxeBuilder } from '@axe-core/playwright'
import { SCREENS } from './screens.ts'
import { AXE_RULES } from './support/axe-rules.ts'
import { expect, newSession, test, useSession } from './support/fixtures.ts'

// the longest tests there are: all workers share them
test.describe.configure({ mode: 'parallel' })

for (const language of ['en-gb', 'fr-fr'] as const)
  for (const theme of ['light', 'dark'] as const)
    test(`axe finds nothing on any screen, ${language}, ${theme}`, async ({ page, postroom }) => {
      test.setTimeout(180_000)
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      await page.addInitScript((chosen) => {
        // the label is shown in a frame that has no storage
        if (self === top) localStorage.setItem('postroom.language', chosen)
      }, language)
      const session = await newSession(postroom)
      for (const screen of SCREENS) {
        await useSession(page, postroom, screen.signedIn ? session : undefined)
        await screen.open(page, postroom)
        await expect(page.locator('html')).toHaveAttribute('lang', language === 'en-gb' ? /en/ : /fr/)
        const { violations } = await new AxeBuilder({ page }).withTags(AXE_RULES).analyze()
        const found = violations.map(
          ({ id, nodes }) => `${screen.name}: ${id} ${nodes.map((node) => node.html).join(' ')}`,
        )
        expect(found).toEqual([])
      }
    })

test('nothing scrolls sideways at 320 pixels', async ({ page, postroom }) => {
  test.setTimeout(120_000)
  await page.setViewportSize({ width: 320, height: 640 })
  const session = await newSession(postroom)
  for (const screen of SCREENS) {
    await useSession(page, postroom, screen.signedIn ? session : undefined)
    await screen.open(page, postroom)
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect({ screen: screen.name, overflow }).toEqual({ screen: screen.name, overflow: 0 })
  }
})
