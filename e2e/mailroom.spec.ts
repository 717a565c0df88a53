import type { Page } from '@playwright/test'
import { comeSignedIn, expect, newSession, test, useSession } from './support/fixtures.ts'
import { fillQueue, openQueue, rowOf, scan, weighAndBuy } from './support/queue.ts'
import { books, slowCarrier } from './support/sandbox.ts'

/** The keys of the purchases that the page sends. */
function purchasesOf(page: Page): string[] {
  const keys: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname.endsWith('/shipment/process')) keys.push(url.searchParams.get('pending_id') ?? '')
  })
  return keys
}

test('two operators see each other’s claims; what is weighed without a connection is bought once each, in order', async ({
  page,
  browser,
  postroom,
}) => {
  const [first, second, third] = await fillQueue(postroom, 3)
  const before = await books(postroom)
  const there = await (await browser.newContext()).newPage()
  await useSession(there, postroom, await newSession(postroom, 'dev'))
  await comeSignedIn(page, postroom)
  await openQueue(page, postroom)
  await openQueue(there, postroom)
  const [here, elsewhere] = [purchasesOf(page), purchasesOf(there)]

  await scan(page, first!.code)
  await expect(rowOf(there, first!.code)).toContainText(/With /, { timeout: 15_000 })
  await scan(there, first!.code)
  await expect(there.getByText(new RegExp(`is working on ${first!.code}`))).toBeVisible()

  await page.context().setOffline(true)
  await weighAndBuy(page, first!.code, 410)
  await weighAndBuy(page, second!.code, 420)
  await expect(page.getByText('2 items not bought')).toBeVisible()
  await weighAndBuy(there, third!.code, 430)
  await there.keyboard.press('Escape') // releases the row that follows
  await expect(rowOf(there, third!.code)).toContainText('Printed', { timeout: 30_000 })
  await page.context().setOffline(false)
  for (const { code } of [first!, second!])
    await expect(rowOf(page, code)).toContainText('Printed', { timeout: 30_000 })
  await expect(rowOf(page, third!.code)).toHaveCount(0)
  expect(here).toEqual([first!.pending_id, second!.pending_id])
  expect(elsewhere).toEqual([third!.pending_id])
  expect(await books(postroom)).toEqual({ bought: before.bought + 3, broken: [] })
  await there.context().close()
})

test('a batch that is cancelled leaves the rest unbought, and a tab opened again shows the truth', async ({
  page,
  postroom,
}) => {
  await fillQueue(postroom, 30)
  await slowCarrier(postroom, 1_500, 30)
  await comeSignedIn(page, postroom)
  await openQueue(page, postroom)
  await page.getByLabel('Select all rows').check()
  await page.keyboard.press('Alt+b')
  await page.getByRole('button', { name: /^Buy and print \d+ for £/ }).click()
  await page.getByRole('button', { name: /^Cancel the \d+ not bought/ }).click()
  const bar = page.getByRole('region', { name: 'Batch' })
  await expect(bar).toContainText('Finished.', { timeout: 30_000 })
  const cancelled = Number(/(\d+) cancelled/.exec((await bar.textContent()) ?? '')?.[1])
  expect(cancelled).toBeGreaterThan(0)
  await page.reload()
  await expect(bar).toContainText(`${cancelled} cancelled`)
  await expect(page.getByRole('radio', { name: /^Weighed/ })).toHaveAccessibleName(new RegExp(`\\b${cancelled}\\b`))
})
