import type { Page } from '@playwright/test'
import { fakeBrother } from '../apps/device-manager/src/testing/fake-brother.ts'
import {
  dotsPerInch,
  fakeIppPrinter,
  IPP,
  ippAnswer,
  READS_PDF,
} from '../apps/device-manager/src/testing/fake-ipp-printer.ts'
import { axeViolations } from './support/axe.ts'
import { expect, signIn, test } from './support/fixtures.ts'
import { startPostroom, type Postroom } from './support/postroom.ts'
import { choosePrinter } from './support/printers.ts'
import { buyAndPrint, fillLargeLetter } from './support/send.ts'

test.describe.configure({ mode: 'serial', timeout: 120_000 })

const COVER_OPEN = [0, 0x10] as const
const ROLL_62 = { type: 0x0a, width: 62, length: 0 }

let postroom: Postroom
let printers: Awaited<ReturnType<typeof startPrinters>>
test.beforeAll(async () => {
  printers = await startPrinters()
  const { labels, roll, open, dying, coarse } = printers
  postroom = await startPostroom({
    POSTROOM_QL_PRINTERS: [labels, roll, open, dying].map(({ address }) => address).join(','),
    POSTROOM_IPP_PRINTERS: coarse.uri,
  })
})
test.afterAll(async () => {
  await postroom.stop()
  await Promise.all(Object.values(printers).map((printer) => printer.stop()))
})

async function startPrinters() {
  return {
    labels: await fakeBrother(),
    roll: await fakeBrother({ model: 'QL-800', roll: ROLL_62 }),
    open: await fakeBrother({ model: 'QL-1100', asked: COVER_OPEN }),
    dying: await fakeBrother({ model: 'QL-600', roll: ROLL_62, offAfterRows: 50 }),
    coarse: await fakeIppPrinter(() =>
      ippAnswer(0, [
        IPP.printer,
        [IPP.text, 'printer-info', 'Coarse label printer'],
        [IPP.enum, 'printer-state', 3],
        READS_PDF,
        [IPP.resolution, 'printer-resolution-supported', dotsPerInch(100)],
        [IPP.keyword, 'media-ready', 'na_index-4x6_4x6in'],
      ]),
    ),
  }
}

const mailing = (page: Page) => page.getByRole('group', { name: 'Mailing printer' })

async function choosePaper(page: Page, paper: string): Promise<void> {
  await mailing(page)
    .getByRole('button', { name: /Paper$/ })
    .click()
  await page.getByRole('option', { name: paper }).click()
}
async function testPrint(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save printers' }).click()
  await page.getByRole('button', { name: 'Print a test label: mailing printer' }).click()
}

test('shows the loaded media; names both when another label is loaded than the one chosen, and prints on the right one', async ({
  page,
}) => {
  await signIn(page, postroom)
  await choosePrinter(page, postroom, 'Mailing printer', /QL-1110NWB/)
  await expect(mailing(page)).toContainText('In the printer: DK-11247, 104 × 164 mm')
  await choosePaper(page, '4 × 6 in label')
  await expect(mailing(page)).toContainText('In the printer: 104 × 164 mm. Needed: 102 × 152 mm.')
  await choosePaper(page, 'DK-1247 label')
  await expect(mailing(page)).not.toContainText('Needed')
  await testPrint(page)
  await expect(page.getByText('The test label is printed.').first()).toBeVisible({ timeout: 30_000 })
  expect(printers.labels.printed.length).toBe(1)
  expect(printers.labels.wrongs).toEqual([])
})

test('prints letters on a continuous roll, which is not offered for parcels', async ({ page }) => {
  await signIn(page, postroom)
  await choosePrinter(page, postroom, 'Mailing printer', /QL-800/)
  await choosePaper(page, 'Endless roll, 62 mm')
  await expect(mailing(page)).toContainText('In the printer: DK-22205, endless roll of 62 mm')
  await testPrint(page)
  await expect(page.getByText('The test label is printed.').first()).toBeVisible({ timeout: 30_000 })
  expect(printers.roll.printed.length).toBe(1)
  await fillLargeLetter(page, postroom)
  await buyAndPrint(page)
  await expect(page.getByText('The label is printed.')).toBeVisible({ timeout: 30_000 })
  expect(printers.roll.printed.length).toBe(2)
  expect(printers.roll.wrongs).toEqual([])
  await page.goto(`${postroom.url}/app/device-preferences`)
  const shipping = page.getByRole('group', { name: 'Shipping printer' })
  await shipping.getByRole('button', { name: /Paper$/ }).click()
  await expect(page.getByRole('option', { name: 'DK-1247 label' })).toBeVisible()
  await expect(page.getByRole('option', { name: /roll/ })).toHaveCount(0)
})

test('says what to do about a printer that is not ready, and refuses one with too low a resolution', async ({
  page,
}) => {
  await signIn(page, postroom)
  await choosePrinter(page, postroom, 'Mailing printer', /QL-1100/)
  await expect(mailing(page).getByText('The printer is open. Close its cover.')).toBeVisible()
  await mailing(page)
    .getByRole('button', { name: /Printer$/ })
    .click()
  await page.getByRole('option', { name: /Coarse/ }).click()
  await expect(mailing(page)).toContainText('The printer prints fewer than 300 dots per inch')
  await page.getByRole('button', { name: 'Save printers' }).click()
  await expect(mailing(page).getByRole('button', { name: /Printer$/ })).toBeFocused()
  await page.reload()
  await expect(mailing(page)).toContainText('QL-1100')
})

test('asks the user to check a job with an unknown outcome; reprinting is a new job, and the answer is kept', async ({
  page,
}) => {
  await signIn(page, postroom)
  await choosePrinter(page, postroom, 'Mailing printer', /QL-600/)
  await expect(page.getByRole('button', { name: 'Save printers' })).toBeFocused()
  await page.getByRole('button', { name: 'Print a test label: mailing printer' }).click()
  const open = page.getByRole('listitem').filter({ hasText: 'Check the printer: did it come out?' })
  await expect(open).toHaveCount(1, { timeout: 30_000 })
  expect(await axeViolations(page)).toEqual([])
  await page.route('**/shipment/*/reprint', (route) => route.abort(), { times: 1 })
  await open.getByRole('button', { name: /^Print again/ }).click()
  await expect(open).toContainText('The server cannot be reached.')
  await open.getByRole('button', { name: /^Print again/ }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Checked' })).toBeFocused()
  await expect(open).toHaveCount(1, { timeout: 30_000 })
  await expect(page.getByRole('listitem').filter({ hasText: 'Checked' })).toHaveCount(1)
  await open.getByRole('button', { name: /^Yes/ }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Checked' })).toHaveCount(2)
  await page.reload()
  await expect(page.getByRole('listitem').filter({ hasText: 'Checked' })).toHaveCount(2)
  await expect(open).toHaveCount(0)
  expect(printers.dying.printed).toEqual([])
})
