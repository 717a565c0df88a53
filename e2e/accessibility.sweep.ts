import { expectAccessible, PARTS, testPart } from './support/expect-accessible.ts'
import { test } from './support/fixtures.ts'

test.use({ server: 'accessibility' })

PARTS.slice(1).forEach(testPart)

for (const [part, screens] of PARTS) {
  test(`in French axe finds nothing on the ${part} part of the screens in either theme, and nothing scrolls sideways at 320 pixels`, async ({
    page,
    postroom,
  }) => {
    test.setTimeout(240_000)
    await expectAccessible(page, postroom, 'fr-fr', { screens, wanted: () => true })
  })

  test(`axe finds nothing on the rarer states of the ${part} part in either theme, and nothing scrolls sideways at 320 pixels`, async ({
    page,
    postroom,
  }) => {
    test.setTimeout(240_000)
    await expectAccessible(page, postroom, 'en-gb', { screens, wanted: ({ inSweep }) => inSweep === true })
  })
}
