import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startIppPrinter } from '../apps/device-manager/src/testing/ipp-test-printer.ts'
import { decodedFrom } from './support/barcodes.ts'
import { expect, signIn, test } from './support/fixtures.ts'
import { startPostroom } from './support/postroom.ts'
import { choosePrinter } from './support/printers.ts'
import { balance, buyAndPrint, fillLargeLetter, priced } from './support/send.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-ipp-'))
test.afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

test('a large letter of 130 g reaches a real IPP printer, and both barcodes name the shipment', async ({ page }) => {
  const printer = await startIppPrinter({ dir: folder, name: 'Label printer', media: 'label4x6' })
  const postroom = await startPostroom({ POSTROOM_IPP_PRINTERS: printer.uri })
  try {
    await signIn(page, postroom)
    await expect(balance(page)).toContainText('£50.00')
    await choosePrinter(page, postroom, 'Mailing printer', /Label printer/)

    await fillLargeLetter(page, postroom)
    const shipment = await buyAndPrint(page)
    await expect(page.getByText('The label is printed.')).toBeVisible({ timeout: 30_000 })
    await expect(balance(page)).toContainText('£48.10')

    const [received] = fs.readdirSync(printer.spoolDir).filter((name) => name.endsWith('.pdf'))
    const read = decodedFrom(path.join(printer.spoolDir, received!))
    expect(read.code128).toBe(shipment.meta_data.tracking)
    expect(read.code128).toMatch(/^ZZ\d{9}GB$/)
    expect(read.dataMatrix).toContain(shipment.meta_data.tracking.slice(2, 10))
    expect(read.dataMatrix).toContain('SY232HT')
    expect(read.dataMatrix.startsWith('JGB ')).toBe(false)
  } finally {
    await postroom.stop()
    await printer.stop()
  }
})

test('the virtual printer keeps the label as PDF and PNG by default, and the form is reset', async ({
  page,
  postroom,
}) => {
  await signIn(page, postroom)
  await fillLargeLetter(page, postroom)
  const before = await balance(page).textContent()
  const earlier = new Set(fs.existsSync(postroom.printed) ? fs.readdirSync(postroom.printed) : []) // of other tests
  const shipment = await buyAndPrint(page)
  await expect(page.getByText('The label is printed.')).toBeVisible()
  await expect(balance(page)).not.toHaveText(before!)

  const files = fs.readdirSync(postroom.printed).filter((name) => !earlier.has(name))
  const pdf = files.find((name) => name.endsWith('.pdf') && fs.statSync(path.join(postroom.printed, name)).size > 5_000)
  expect(decodedFrom(path.join(postroom.printed, pdf!)).code128).toBe(shipment.meta_data.tracking)
  expect(files.some((name) => name.endsWith('.png'))).toBe(true)
  await expect(page.getByLabel('Weight', { exact: true })).toHaveValue('')
})

test('the whole job is done with the keyboard alone', async ({ page, postroom }) => {
  await page.goto(`${postroom.url}/login`)
  await expect(page.getByLabel('Username')).toBeFocused()
  await page.keyboard.type('demo')
  await page.keyboard.press('Tab')
  await page.keyboard.type('demo-postroom')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/app/home')

  /** The accessible name of the focused control, roughly. */
  const focused = (): Promise<string> =>
    page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement
      const labels = [...(element.labels ?? [])].map((label) => label.textContent)
      return [element.getAttribute('aria-label'), ...labels, element.textContent].join(' ')
    })
  const tabTo = async (name: RegExp): Promise<void> => {
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press('Tab')
      if (name.test(await focused())) return
    }
    throw new Error(`Tab never reached ${name}`)
  }
  await tabTo(/^\s*Send a parcel/)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/shipping-single')
  // the page is loaded on demand: until then Tab walks through the frame only
  await expect(page.locator('#who')).toBeFocused()

  const writeRest = async ([address, city, postcode]: readonly [string, string, string]): Promise<void> => {
    await tabTo(/Address/)
    await page.keyboard.type(address)
    await tabTo(/Town/)
    await page.keyboard.type(city)
    await tabTo(/Postcode/)
    await page.keyboard.type(postcode)
  }
  await tabTo(/Write a new address/)
  await page.keyboard.press('Enter')
  await page.keyboard.type('Owain Parry')
  await writeRest(['2 Lôn y Parc', 'Caernarfon', 'LL55 2YE'])
  // the format used last is suggested, which may be any
  await tabTo(/^ *(Letter|Large letter|Small parcel|Medium parcel|Tube)/)
  while (!/Large letter/.test(await focused())) await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('radio', { name: /Large letter/ })).toBeChecked()
  await tabTo(/Weight/)
  await page.keyboard.type('130g')
  await expect(page.getByRole('radio', { name: /2nd Class/ }).first()).toBeAttached()
  await tabTo(/2nd Class|1st Class/)
  await page.keyboard.press('Space')
  if (await page.getByRole('group', { name: 'From', exact: true }).getByLabel('Postcode').isVisible()) {
    await tabTo(/Name/)
    await page.keyboard.type('Angharad Kendall')
    await writeRest(['3 Stryd y Bont', 'Machynlleth', 'SY20 8AE'])
  }
  await priced(page)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('The label is printed.')).toBeVisible({ timeout: 30_000 })
})
