import type { Page } from '@playwright/test'
import { axeViolations } from './support/axe.ts'
import { buy } from './support/buy.ts'
import { papersPrinted, pairByApi, startDeviceManager, type DeviceManager } from './support/device-manager.ts'
import { LETTER } from './support/drafts.ts'
import { expect, signIn, test } from './support/fixtures.ts'
import { buyParcelAbroad } from './support/parcel-abroad.ts'
import { startPostroom, type Postroom } from './support/postroom.ts'
import { printByApi } from './support/print-by-api.ts'
import { books } from './support/sandbox.ts'
import { balance, declareItem, fillParcelAbroad, GIFT, isPurchase, priced } from './support/send.ts'

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
  await buyParcelAbroad(postroom)
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

/** Chooses a workstation, even if it is already in use by default. */
async function use(page: Page, alias: string): Promise<void> {
  await page.goto(`${postroom.url}/app/device-preferences`)
  const button = (name: string) => workstation(page, name).getByRole('button', { name: 'Use this one' })
  await expect(button(RECEPTION).or(button(OFFICE))).toBeVisible()
  if (!(await button(alias).isVisible())) await button(alias === OFFICE ? RECEPTION : OFFICE).click()
  await button(alias).click()
  await isReady(page, alias)
}

async function reprint(page: Page, name = 'Marguerite', words = ['The label is printed.']): Promise<void> {
  await page.goto(`${postroom.url}/app/home`)
  const row = page.getByRole('listitem').filter({ hasText: name })
  await row.getByRole('button', { name: /^Reprint/ }).click()
  for (const sentence of words) await expect(row.getByText(sentence, { exact: true })).toBeVisible({ timeout: 30_000 })
}

const forms = (page: Page) => page.getByRole('group', { name: 'Form printer' })
const FORMS_AWAY = `The form printer at ${OFFICE} is unavailable: the device manager there is not connected.`

/** Sets the form printer to the office, by keyboard; the other kinds print at the reception. */
async function formsAtTheOffice(page: Page): Promise<void> {
  await use(page, RECEPTION)
  const place = forms(page).getByRole('button', { name: /Print at/ })
  await expect(place).toContainText(`This workstation (${RECEPTION})`)
  await place.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option', { name: OFFICE })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(place).toContainText(OFFICE)
  await expect(place).toBeFocused()
}

test('each browser prints at its chosen workstation, and remembers the choice', async ({ page, browser }) => {
  await signIn(page, postroom)
  await use(page, OFFICE)
  await page.reload()
  await isReady(page, OFFICE)
  const other = await (await browser.newContext()).newPage()
  await signIn(other, postroom)
  await use(other, RECEPTION)
  // in sequence: two reprints of a document requested before either is printed count as one
  await reprint(page)
  await reprint(other)
  expect(printed()).toEqual([1, 1])
  await reprint(page)
  expect(printed()).toEqual([1, 2])
  await other.context().close()
})

test('a label sent to one workstation is printed at another only by a reprint', async ({ page }) => {
  const shipment = await buy(postroom, { ...LETTER, to: { ...LETTER.to!, name: 'Gwenllian Rhys' } })
  const print = await printByApi(postroom)
  const before = printed()
  expect(await print(shipment, { at: RECEPTION, job_id: 'program-1', copies: 3 })).toBe('invalid_request')
  expect(await print(shipment, { at: RECEPTION, job_id: 'program-1' })).toBe('taken')
  expect(await print(shipment, { at: OFFICE, job_id: 'program-1' })).toBe('print_claimed')
  expect(await print(shipment, { at: OFFICE, job_id: 'program-2' })).toBe('print_claimed')
  expect(await print(shipment, { at: RECEPTION, job_id: 'program-1' })).toBe('taken')
  await expect.poll(printed).toEqual([before[0]! + 1, before[1]])
  await signIn(page, postroom)
  await use(page, OFFICE)
  await reprint(page, 'Gwenllian Rhys')
  expect(printed()).toEqual([before[0]! + 1, before[1]! + 1])
})

test('reports that the chosen workstation is off; prints nowhere else unasked, and lets another be chosen', async ({
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

test('prints forms at another workstation when chosen, and names the workstation of each document', async ({
  page,
}) => {
  await signIn(page, postroom)
  await formsAtTheOffice(page)
  await page.reload()
  await expect(forms(page)).toContainText(/Printer: .* · ready/)
  await expect(forms(page).getByRole('button', { name: /Paper$/ })).toBeHidden()
  await expect(workstation(page, OFFICE)).toContainText('Form printer')
  await isReady(page, RECEPTION)
  const before = [papersPrinted(reception.printed), papersPrinted(office.printed)] as const
  await reprint(page, 'Rennes', ['The label is printed.', `At ${OFFICE}: The customs form is printed.`])
  expect(papersPrinted(reception.printed)).toEqual([...before[0], 'shipping label'])
  expect(papersPrinted(office.printed)).toEqual([...before[1], 'form cn22'])

  await page.goto(`${postroom.url}/app/device-preferences`)
  await page.getByRole('button', { name: 'Print a test page: form printer' }).click()
  await expect(page.getByText(`At ${OFFICE}: The test label is printed.`)).toBeVisible({ timeout: 30_000 })
  expect(papersPrinted(office.printed)).toEqual([...before[1], 'form cn22', 'form label'])
  expect(papersPrinted(reception.printed)).toHaveLength(before[0].length + 1)
  const sent = page.getByRole('region', { name: `Sent to ${OFFICE} from here` })
  await expect(sent.getByRole('listitem')).toHaveCount(2)
  await expect(sent).toContainText('CN22')
  await expect(sent.getByText('Printed', { exact: true })).toHaveCount(2)

  for (const language of ['en-gb', 'fr-fr']) {
    await page.goto(`${postroom.url}/app/device-preferences?language=${language}`)
    await expect(page.getByRole('paragraph').filter({ hasText: /Virtual printer · (ready|prête)$/ })).toBeVisible()
    expect(await axeViolations(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await page.setViewportSize({ width: 1280, height: 720 })
  }
})

test('refuses a document that the other workstation cannot print before money moves', async ({ page, browser }) => {
  const there = await (await browser.newContext()).newPage()
  const setFormPaper = async (paper: string) => {
    await forms(there)
      .getByRole('button', { name: /Paper$/ })
      .click()
    await there.getByRole('option', { name: paper }).click()
    await there.getByRole('button', { name: 'Save printers' }).click()
    await expect(there.getByText('The printers are saved.')).toBeVisible()
  }
  await signIn(there, postroom)
  await use(there, OFFICE)
  await setFormPaper('4 × 6 in label')
  await signIn(page, postroom)
  await formsAtTheOffice(page)
  const before = await books(postroom)
  await fillParcelAbroad(page, postroom, GIFT.parcel)
  await declareItem(page, 0, GIFT.item)
  await priced(page)
  await page.getByRole('button', { name: 'Buy and print' }).click()
  const refusal = page.getByRole('alert').filter({ hasText: 'Nothing was bought' })
  await expect(refusal).toContainText(`At ${OFFICE}: The paper in the printer does not fit the document.`)
  await expect(refusal).toContainText('Needed: 210 × 297 mm.')
  expect(await books(postroom)).toEqual(before)
  await setFormPaper('Printer default')
  await there.context().close()
})

test('reports the document of a workstation that goes off during a purchase, and prints it later free of charge', async ({
  page,
}) => {
  await signIn(page, postroom)
  await formsAtTheOffice(page)
  await expect(forms(page)).toContainText(/ · ready/)
  const before = printed()
  const { bought } = await books(postroom)
  await fillParcelAbroad(page, postroom, GIFT.parcel)
  await declareItem(page, 0, GIFT.item)
  await page.route(
    (url) => isPurchase(url.href),
    async (route) => {
      await office.kill()
      await expect(page.getByText(FORMS_AWAY)).toBeVisible({ timeout: 30_000 })
      await route.continue()
    },
  )
  await priced(page)
  await page.getByRole('button', { name: 'Buy and print' }).click()
  await expect(page.getByText('The label is printed.')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText(`At ${OFFICE}: The customs form is not printed: The device manager`)).toBeVisible()
  expect(printed()).toEqual([before[0]! + 1, before[1]])
  const paid = await balance(page).innerText()

  const other = await page.context().newPage()
  await other.goto(`${postroom.url}/app/device-preferences`)
  await expect(forms(other)).toContainText(FORMS_AWAY, { timeout: 30_000 })
  await reprint(other) // what needs no form is printed as ever
  expect(printed()).toEqual([before[0]! + 2, before[1]])
  await other.close()

  office.start()
  // the page connects again within 20 s; until then nothing is sent
  const again = page.getByRole('button', { name: 'Print the customs form again' })
  const done = page.getByText(`At ${OFFICE}: The customs form is printed.`)
  await expect(async () => {
    if (await again.isVisible()) await again.click()
    await expect(done).toBeVisible({ timeout: 10_000 })
  }).toPass({ timeout: 60_000 })
  expect(printed()).toEqual([before[0]! + 2, before[1]! + 1])
  await expect(balance(page)).toHaveText(paid)
  expect(await books(postroom)).toEqual({ bought: bought + 1, broken: [] })
})

test('unpairing one workstation leaves the other working, and is reported where the unpaired one was chosen', async ({
  page,
  browser,
}) => {
  const sender = await (await browser.newContext()).newPage()
  await signIn(sender, postroom)
  await formsAtTheOffice(sender)
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
  await expect(
    sender.getByText(
      'The workstation you chose for the form printer is no longer paired. The form printer at Reception PC',
    ),
  ).toBeVisible({ timeout: 30_000 })
  await isReady(page, RECEPTION)
  await expect(workstation(page, OFFICE)).toBeHidden()
  await reprint(page)
  expect(printed()).toEqual([before[0]! + 1, before[1]])
  await expect(forms(sender).getByRole('button', { name: /Print at/ })).toBeHidden()
  await reprint(sender, 'Rennes', ['The label is printed.', 'The customs form is printed.'])
  expect(printed()).toEqual([before[0]! + 3, before[1]])
  await sender.context().close()
})
