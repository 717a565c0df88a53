import type { Page } from '@playwright/test'
import { papersPrinted, startDeviceManager, type DeviceManager } from './support/device-manager.ts'
import { expect, comeSignedIn, test } from './support/fixtures.ts'
import { buyParcelAbroad } from './support/parcel-abroad.ts'
import { startPostroom, type Postroom } from './support/postroom.ts'
import { books } from './support/sandbox.ts'
import { balance, buyAndPrint, fillLargeLetter } from './support/send.ts'

test.describe.configure({ mode: 'serial' })

let postroom: Postroom
let device: DeviceManager
test.beforeAll(async () => {
  postroom = await startPostroom({ DEVICE_MANAGER: 'off' })
  device = await startDeviceManager(postroom)
})
test.afterAll(async () => {
  await device.kill()
  await postroom.stop()
})

const paperOf = (tab: Page, kind: string) =>
  tab.getByRole('group', { name: `${kind} printer` }).getByRole('button', { name: /Paper$/ })
async function choosePaper(tab: Page, kind: string, paper: string): Promise<void> {
  await paperOf(tab, kind).click()
  await tab.getByRole('option', { name: paper }).click()
}
async function savePrinters(tab: Page): Promise<void> {
  await tab.getByRole('button', { name: 'Save printers' }).click()
  await expect(tab.getByText('The printers are saved.')).toBeVisible()
}

test('pairs a device manager by the code it shows, and refuses a wrong code', async ({ page }) => {
  await comeSignedIn(page, postroom)
  await page.goto(`${postroom.url}/app/device-preferences`)
  await page.getByLabel(/^Code/).fill('XXXX-XXXX')
  await page.getByLabel('Name', { exact: true }).fill('Reception PC')
  await page.getByRole('button', { name: 'Pair', exact: true }).click()
  await expect(page.getByText(/No device manager shows this code now/).first()).toBeVisible()
  await page.getByLabel(/^Code/).fill(await device.code())
  await page.getByRole('button', { name: 'Pair', exact: true }).click()
  await expect(page.getByText('Reception PC is paired.').first()).toBeVisible()
  await expect(page.getByRole('banner').getByText('Reception PC · 1 printer ready')).toBeVisible({ timeout: 30_000 })
})

test('prints a test label free of charge', async ({ page }) => {
  await comeSignedIn(page, postroom)
  await page.goto(`${postroom.url}/app/device-preferences`)
  await page.getByRole('button', { name: 'Print a test label: mailing printer' }).click()
  await expect(page.getByText('The test label is printed.').first()).toBeVisible({ timeout: 30_000 })
  await expect(balance(page)).toContainText('£50.00')
  expect((await books(postroom)).bought).toBe(0)
})

test('reports a disconnected device manager, and reprints the label free of charge after it reconnects', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await comeSignedIn(page, postroom)
  await fillLargeLetter(page, postroom)
  await buyAndPrint(page)
  await expect(page.getByText('The label is printed.')).toBeVisible({ timeout: 30_000 })
  await expect(balance(page)).toContainText('£48.10')
  const printed = papersPrinted(device.printed)

  await device.kill()
  await expect(page.getByRole('banner').getByText(/not connected · retry in \d+ s/)).toBeVisible({ timeout: 45_000 })
  await page.goto(`${postroom.url}/app/home`)
  device.start()
  await expect(page.getByRole('banner').getByText('Reception PC · 1 printer ready')).toBeVisible({ timeout: 45_000 })
  await page
    .getByRole('button', { name: /^Reprint/ })
    .first()
    .click()
  await expect(page.getByText('The label is printed.')).toBeVisible({ timeout: 30_000 })
  expect(papersPrinted(device.printed)).toEqual([...printed, 'mailing label'])
  await expect(balance(page)).toContainText('£48.10')
  expect(await books(postroom)).toEqual({ bought: 1, broken: [] })
})

test('names the loaded and the needed media when the form printer cannot print the form, and reprints only the form', async ({
  page,
}) => {
  const { meta_data } = await buyParcelAbroad(postroom)
  await comeSignedIn(page, postroom)
  const before = papersPrinted(device.printed)
  const setFormPaper = async (tab: Page, paper: string) => {
    await tab.goto(`${postroom.url}/app/device-preferences`)
    await choosePaper(tab, 'Form', paper)
    await savePrinters(tab)
  }
  await setFormPaper(page, '4 × 6 in label')
  await page.goto(`${postroom.url}/app/home`)
  const row = page.getByRole('listitem').filter({ hasText: 'Rennes, France' })
  await expect(row).toContainText('Rennes, France')
  await row.getByRole('button', { name: /^Reprint/ }).click()
  await expect(row.getByText('The label is printed.')).toBeVisible({ timeout: 30_000 })
  await expect(row.getByText(/The customs form is not printed: .*102 × 152 mm. Needed: 210 × 297 mm/)).toBeVisible()
  expect(papersPrinted(device.printed)).toEqual([...before, 'shipping label'])

  // another tab corrects the setting; this one stays on its page
  const other = await page.context().newPage()
  await setFormPaper(other, 'Printer default')
  await other.close()
  await row.getByRole('button', { name: 'Print the customs form again' }).click()
  await expect(row.getByText('The customs form is printed.')).toBeVisible({ timeout: 30_000 })
  await expect(row.getByText('The label is printed.')).toBeVisible()
  expect(papersPrinted(device.printed)).toEqual([...before, 'shipping label', 'form cn22'])

  await row.getByRole('button', { name: /^Documents for/ }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Save the receipt' }).click()
  expect((await download).suggestedFilename()).toBe(`receipt-${meta_data.tracking}.pdf`)
  await row.getByRole('button', { name: /^Documents for/ }).click()
  await page.getByRole('menuitem', { name: 'Print: Label' }).click()
  await expect(row.getByText('The customs form is printed.')).toBeHidden()
  await expect(row.getByText('The label is printed.')).toBeVisible({ timeout: 30_000 })
  expect(papersPrinted(device.printed).at(-1)).toBe('shipping label')

  // a second document is requested while the first is in flight: both are reported, and neither is sent twice
  const answered = Promise.withResolvers<void>()
  await page.route('**/shipment/*/reprint', async (route) => {
    await answered.promise
    await route.continue()
  })
  for (const paper of ['Label', 'Customs form CN22']) {
    await row.getByRole('button', { name: /^Documents for/ }).click()
    await page.getByRole('menuitem', { name: `Print: ${paper}` }).click()
  }
  await row.getByRole('button', { name: /^Documents for/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Print: Label' })).toBeDisabled()
  await page.keyboard.press('Escape')
  answered.resolve()
  await expect(row.getByText('The label is printed.')).toBeVisible({ timeout: 30_000 })
  await expect(row.getByText('The customs form is printed.')).toBeVisible()
  expect(papersPrinted(device.printed).slice(-2).toSorted()).toEqual(['form cn22', 'shipping label'])
})

test('test-prints on each kind of printer separately', async ({ page }) => {
  await comeSignedIn(page, postroom)
  await page.goto(`${postroom.url}/app/device-preferences`)
  await page.getByRole('button', { name: 'Print a test page: form printer' }).click()
  await expect(page.getByText('The test label is printed.').first()).toBeVisible({ timeout: 30_000 })
  expect(papersPrinted(device.printed).at(-1)).toBe('form label')
})

test('keeps both changes when two users change two kinds of printer at the same time', async ({ page, context }) => {
  await comeSignedIn(page, postroom)
  const colleague = await context.newPage()
  for (const tab of [page, colleague]) {
    await tab.goto(`${postroom.url}/app/device-preferences`)
    await expect(paperOf(tab, 'Form')).toContainText('Printer default')
  }
  await choosePaper(page, 'Mailing', '4 × 6 in label')
  await choosePaper(colleague, 'Form', '4 × 6 in label')
  await savePrinters(colleague)
  await savePrinters(page)
  await expect(paperOf(page, 'Form')).toContainText('4 × 6 in label')
  await colleague.reload()
  await expect(paperOf(colleague, 'Form')).toContainText('4 × 6 in label')
  await expect(paperOf(colleague, 'Mailing')).toContainText('4 × 6 in label')
})

test('an unpaired device manager prints nothing', async ({ page }) => {
  await comeSignedIn(page, postroom)
  await page.goto(`${postroom.url}/app/device-preferences`)
  await page.getByRole('button', { name: /^Unpair/ }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Unpair/ })
    .click()
  await expect(page.getByRole('banner').getByText('No device manager paired')).toBeVisible()
})
