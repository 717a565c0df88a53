import { href } from '../apps/web/src/pages.ts'
import { expect, comeSignedIn, test } from './support/fixtures.ts'
import { fillQueue } from './support/queue.ts'
import { expectRoom, hiddenStops, ZOOMED } from './support/room.ts'
import { fillLargeLetter } from './support/send.ts'

const PHONE = { width: 390, height: 640 }

test('no bar hides what has the focus, neither at 400 % zoom nor on a phone', async ({ page, postroom }) => {
  await comeSignedIn(page, postroom)
  await fillLargeLetter(page, postroom)
  await expectRoom(page)
  for (const size of [ZOOMED, PHONE]) {
    await page.setViewportSize(size)
    await page.locator('h1').focus()
    expect(await hiddenStops(page), `${size.width} × ${size.height}`).toEqual([])
  }
  await fillQueue(postroom, 4)
  for (const size of [ZOOMED, PHONE]) {
    await page.setViewportSize(size)
    await page.goto(`${postroom.url}${href('mailroom')}`)
    await page.getByRole('row').nth(3).waitFor()
    await page.locator('h1').focus()
    expect(await hiddenStops(page), `${size.width} × ${size.height}`).toEqual([])
  }
})
