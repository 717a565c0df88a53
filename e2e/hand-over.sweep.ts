import { href } from '../apps/web/src/pages.ts'
import { comeSignedIn, expect, newSession, test, useSession } from './support/fixtures.ts'
import { openQueue, rowOf } from './support/queue.ts'
import { buyAndPrint, field, fillLargeLetter } from './support/send.ts'

test.use({ server: 'hand-over' })

test('a sender at a desk hands an item over without its weight; the mailroom opens it, weighs it, and buys it once', async ({
  page,
  browser,
  postroom,
}) => {
  const desk = await (await browser.newContext()).newPage()
  await useSession(desk, postroom, await newSession(postroom, 'dev'))
  await fillLargeLetter(desk, postroom, href('desk', { packaging: 'large_letter' }))
  await field(desk, 'weight').fill('')
  await desk.getByRole('button', { name: 'Send to mailroom' }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByRole('textbox', { name: /^Note/ }).fill('Before noon, please')
  await dialog.getByRole('button', { name: 'Send to mailroom' }).click()
  const notice = desk.getByText(/^In the queue as K-\d+$/)
  await expect(notice).toBeVisible()
  const code = (await notice.innerText()).replace('In the queue as ', '')
  await desk.context().close()

  await comeSignedIn(page, postroom)
  await openQueue(page, postroom)
  await expect(rowOf(page, code)).toContainText('Marguerite Llewellyn')
  await page.goto(`${postroom.url}${href('queued', { code })}`)
  await expect(page.getByText('Before noon, please')).toBeVisible()
  await field(page, 'weight').fill('130g')
  const { amount } = await buyAndPrint(page)
  expect(amount).toBe(190)
  // the page returns to the queue by itself and shows what it has printed, until the queue is opened anew
  await expect(rowOf(page, code)).toContainText('Printed')
  await page.goto(`${postroom.url}${href('home')}`)
  await openQueue(page, postroom)
  await expect(rowOf(page, code)).toHaveCount(0)
})
