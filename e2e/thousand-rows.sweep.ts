import { href } from '../apps/web/src/pages.ts'
import { check } from './support/check.ts'
import { comeSignedIn, expect, newSession, test } from './support/fixtures.ts'
import { startPostroom } from './support/postroom.ts'
import { fillQueue, openQueue, rowOf, weighAndBuy } from './support/queue.ts'
import { books, topUp } from './support/sandbox.ts'

test('a queue of 1,000 draws the rows in view, buys row by row and as a batch that is cancelled, each row once', async ({
  page,
}) => {
  test.setTimeout(300_000)
  const postroom = await startPostroom()
  try {
    await topUp(postroom, 2_000_00)
    const [first, second] = await fillQueue(postroom, 1_000)
    await comeSignedIn(page, postroom)
    await openQueue(page, postroom)
    const drawn = page.getByRole('row')
    await expect(page.getByRole('radio', { name: /^All 1,000/ })).toBeVisible()
    expect(await drawn.count()).toBeLessThan(100)
    for (const { code } of [first!, second!]) await weighAndBuy(page, code, 400)
    for (const { code } of [first!, second!])
      await expect(rowOf(page, code)).toContainText('Printed', { timeout: 60_000 })

    await check(page.getByRole('radio', { name: /^Weighed/ }))
    await page.getByLabel('Select all rows').check()
    await page.keyboard.press('Alt+b')
    await page.getByRole('button', { name: /^Buy and print 333 for £/ }).click({ timeout: 60_000 })
    const bar = page.getByRole('region', { name: 'Batch' })
    await expect(bar).toContainText(/[1-9]\d* bought/, { timeout: 30_000 })
    await page.getByRole('button', { name: /^Cancel the \d+ not bought/ }).click()
    await expect(bar).toContainText('Finished.', { timeout: 120_000 })
    const cancelled = Number(/(\d+) cancelled/.exec((await bar.textContent()) ?? '')?.[1])
    expect(cancelled).toBeGreaterThan(0)
    expect(cancelled).toBeLessThan(333)
    expect(await books(postroom)).toEqual({ bought: 2 + 333 - cancelled, broken: [] })
    await page.reload()
    await expect(bar).toContainText(`${cancelled} cancelled`)
    await expect(page.getByRole('radio', { name: new RegExp(`^Weighed ${cancelled}`) })).toBeVisible()
    expect(await drawn.count()).toBeLessThan(100)
  } finally {
    await postroom.stop()
  }
})

test('an address book of 1,000 is searched as soon as it is imported, and says how many rows are chosen', async ({
  page,
  postroom,
}) => {
  const { token } = await newSession(postroom)
  const lines = Array.from({ length: 1_000 }, (_, n) => `Reader ${n},${n} Lion Yard,Brecon,LD3 7HL,Readers`)
  const answer = await fetch(`${postroom.url}/api/stamp/v1/address/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: new Blob([['name,address1,city,postal_code,tags', ...lines].join('\n')], { type: 'text/csv' }),
  })
  expect(answer.status).toBe(200)
  await comeSignedIn(page, postroom)
  await page.goto(`${postroom.url}${href('addressbook')}`)
  await page.getByRole('searchbox').fill('Reader 99')
  await expect(page.getByText('11 addresses')).toBeVisible()
  await check(page.getByRole('columnheader').getByRole('checkbox'))
  await expect(page.getByText('11 chosen')).toBeVisible()
  await page.getByRole('searchbox').fill('Lion Yard')
  await expect(page.getByText('1,000 addresses')).toBeVisible()
  expect(await page.getByRole('row').count()).toBeLessThan(120)
})
