import path from 'node:path'
import { SCREENS, visit } from './screens.ts'
import { newSession, test, useSession } from './support/fixtures.ts'

const FOLDER = path.join(import.meta.dirname, '../.test/screenshots')
const WIDTHS = { desktop: { width: 1440, height: 980 }, phone: { width: 390, height: 844 } } as const

/** `SCREENS=home npm run screenshots` takes those whose names begin like this. */
const BEGINNING = process.env['SCREENS'] ?? ''

/** `npm run screenshots`: every screen, both widths, both themes, both languages, for a person to look at. */
for (const [width, viewport] of Object.entries(WIDTHS))
  for (const theme of ['light', 'dark'] as const)
    for (const language of ['en-gb', 'fr-fr'] as const)
      test(`${width} ${theme} ${language}`, async ({ page, postroom }) => {
        test.setTimeout(900_000)
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
        await page.addInitScript((chosen) => localStorage.setItem('postroom.language', chosen), language)
        const session = await newSession(postroom)
        for (const screen of SCREENS) {
          await page.context().setOffline(false) // of the screen before
          await useSession(page, postroom, screen.signedIn ? session : undefined)
          await visit(page, postroom, screen, {
            wanted: ({ name }) => name.startsWith(BEGINNING),
            // some states begin with a control that a phone does not show
            before: () => page.setViewportSize(WIDTHS.desktop),
            at: async ({ name }) => {
              await page.setViewportSize(viewport)
              await page.waitForTimeout(700) // prices, pictures and news have come
              await page.evaluate(() => scrollTo(0, 0))
              await page.screenshot({
                path: path.join(FOLDER, `${name}-${width}-${theme}-${language}.png`),
                fullPage: width === 'phone',
              })
            },
          })
        }
      })
