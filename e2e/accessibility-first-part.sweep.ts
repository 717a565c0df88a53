import { expectAccessible, PARTS } from './support/expect-accessible.ts'
import { test } from './support/fixtures.ts'

// a server of its own: the search of other screens would find what these store
test.use({ server: 'accessibility-first-part' })

for (const [part, screens] of PARTS.slice(0, 1))
  test(`axe finds nothing on the ${part} part of the screens in either theme, and nothing scrolls sideways at 320 pixels`, async ({
    page,
    postroom,
  }) => {
    test.setTimeout(240_000)
    await expectAccessible(page, postroom, 'en-gb', { screens, wanted: ({ inSweep }) => !inSweep })
  })
