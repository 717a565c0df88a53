import type { Page } from '@playwright/test'
import { buy } from './support/buy.ts'
import { papersPrinted, pairByApi, startDeviceManager, type DeviceManager } from './support/device-manager.ts'
import { LETTER } from './support/drafts.ts'
import { expect, signIn, test } from './support/fixtures.ts'
import { startPostroom, type Postroom } from './support/postroom.ts'

test.describe.configure({ mode: 'serial', timeout: 120_000 })

const RECEPTION = 'Reception PC'
const OFFICE = 'Back office'
let postroom: Postroom
let reception: DeviceManager
let office: DeviceManager
test.beforeAll(async () => {
  postroom = await startPostroom({ DEVICE_MANAGER: 'off' })
  reception = await startDeviceManager(postroom, { computer: RECEPTION })
  office = await startDeviceManager(postroom, { computer: OFFICE })
  await pairByApi(postroom, reception, RECEPTION)
  await pairByApi(postroom, office, OFFICE)
  await buy(postroom, LETTER)
})
test.afterAll(async () => {
  await Promise.all([reception.kill(), office.kill()])
  await postroom.stop()
})

const printed = () => [papersPrinted(reception.printed).length, papersPrinted(office.printed).length]
const isReady = (page: Page, alias: string) =>
  expect(page.getByRole('banner').getByText(`${alias} · 1 printer ready`)).toBeVisible({ timeout: 30_000 })
const workstation = (page: Page, alias: string) =>
  page.getByRole('region', { name: 'Device managers' }).getByRole('listitem').filter({ hasText: alias })

/** Chooses a workstation, also where it is in use already because nothing was chosen yet. */
async function use(page: Page, alias: string): Promise<void> {
  await page.goto(`${postroom.url}/app/device-preferences`)
  const button = (name: string) => workstation(page, name).getByRole('button', { name: 'Use this one' })
  await expect(button(RECEPTION).or(button(OFFICE))).toBeVisible()
  if (!(await button(alias).isVisible())) await button(alias === OFFICE ? RECEPTION : OFFICE).click()
  await button(alias).click()
  await isReady(page, alias)
}

async function reprint(page: Page): Promise<void> {
  await page.goto(`${postroom.url}/app/home`)
  await page.getByRole('button', { name: /^Reprint/ }).click()
  await expect(page.getByText('The label is printed.')).toBeVisible({ timeout: 30_000 })
}

test('each browser prints at the workstation it has chosen, and remembers it', async ({ page, browser }) => {
  await signIn(page, postroom)
  await use(page, OFFICE)
  await page.reload()
  await isReady(page, OFFICE)
  const other = await (await browser.newContext()).newPage()
  await signIn(other, postroom)
  await use(other, RECEPTION)
  await Promise.all([reprint(page), reprint(other)])
  expect(printed()).toEqual([1, 1])
  await reprint(page)
  expect(printed()).toEqual([1, 2])
  await other.context().close()
})

test('a chosen workstation that is off is told; nothing goes elsewhere by itself, and another can be chosen', async ({
  page,
}) => {
  await signIn(page, postroom)
  await use(page, OFFICE)
  const before = printed()
  await office.kill()
  await expect(page.getByRole('banner').getByText(/not connected/)).toBeVisible({ timeout: 30_000 })
  await expect(workstation(page, OFFICE)).toContainText('Start the device manager on Back office.')
  await expect(workstation(page, RECEPTION)).toContainText('Connected')
  await page.reload()
  await expect(page.getByRole('banner').getByText(/not connected/)).toBeVisible({ timeout: 30_000 })
  expect(printed()).toEqual(before)
  await use(page, RECEPTION)
  await reprint(page)
  expect(printed()).toEqual([before[0]! + 1, before[1]])
  office.start()
  await use(page, OFFICE)
})

test('one is unpaired, and the other goes on', async ({ page }) => {
  await signIn(page, postroom)
  await use(page, OFFICE)
  const before = printed()
  await workstation(page, OFFICE)
    .getByRole('button', { name: /^Unpair/ })
    .click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Unpair/ })
    .click()
  await isReady(page, RECEPTION)
  await expect(workstation(page, OFFICE)).toBeHidden()
  await reprint(page)
  expect(printed()).toEqual([before[0]! + 1, before[1]])
})
