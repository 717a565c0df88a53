import { test } from './support/fixtures.ts'
import { expectAccessible } from './support/expect-accessible.ts'

test('axe finds nothing on any screen in either theme, and nothing scrolls sideways at 320 pixels', async ({
  page,
  postroom,
}) => {
  test.setTimeout(240_000)
  await expectAccessible(page, postroom, 'en-gb')
})
