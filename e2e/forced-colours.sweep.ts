import type { Locator, Page } from '@playwright/test'
import { href } from '../apps/web/src/pages.ts'
import { fillAddressBook } from './support/address-book.ts'
import { buy } from './support/buy.ts'
import { check } from './support/check.ts'
import { LETTER } from './support/drafts.ts'
import { comeSignedIn, expect, test } from './support/fixtures.ts'
import { lookOf } from './support/look.ts'
import { aFile, checkLetters, openFile } from './support/mailing.ts'
import { fillQueue } from './support/queue.ts'
import { field, fillLargeLetter, serviceRow } from './support/send.ts'

const SCHEMES = ['light', 'dark'] as const

/** In both schemes the two parts do not look the same. */
async function expectApart(page: Page, one: Locator, other: Locator): Promise<void> {
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme })
    expect(await lookOf(one), colorScheme).not.toEqual(await lookOf(other))
  }
}

/**
 * In forced colours the browser paints the page's colour behind each text. A part with its own ground must refuse that, or its
 * text cannot be read.
 */
const expectReadable = (part: Locator) => expect(part).toHaveCSS('forced-color-adjust', 'none')

test.beforeEach(async ({ page, postroom }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await comeSignedIn(page, postroom)
})

test('in forced colours the parts of the sending form show what is chosen, focused, wrong and main', async ({
  page,
  postroom,
}) => {
  await fillLargeLetter(page, postroom)
  const tile = (name: string) => page.locator('label').filter({ has: page.locator(`input[value="${name}"]`) })
  await expectApart(page, tile('large_letter'), tile('letter'))
  const chip = (name: RegExp) => page.getByRole('radio', { name }).first()
  await expectApart(page, chip(/^All/), chip(/^Tracked/))
  await expectReadable(chip(/^All/))
  const row = (code: string) => page.locator('label').filter({ has: serviceRow(page, code) })
  const dot = (code: string) => row(code).locator('> span[aria-hidden]').first()
  await expectApart(page, row('2'), row('1'))
  await expectApart(page, dot('2'), dot('1'))
  const button = (name: RegExp) => page.getByRole('button', { name })
  await expectApart(page, button(/^Buy and print/), button(/English/))
  await expectReadable(button(/^Buy and print/))
  await expectReadable(button(/^AK/))
  const link = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true })
  await expectApart(page, link('Send a parcel'), link('Printers'))
  expect((await lookOf(page.getByRole('banner').locator('a span[aria-hidden]').last())).border).toContain('solid')

  // the focus is seen on what is chosen, too
  await field(page, 'weight').focus()
  const unfocused = await lookOf(tile('large_letter'))
  await page.keyboard.press('Shift+Tab')
  expect(await lookOf(tile('large_letter'))).not.toEqual(unfocused)
  await serviceRow(page, '2').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await expect(serviceRow(page, '2')).toBeFocused()
  expect((await lookOf(row('2'))).outline).not.toContain('none')

  const box = page.locator('label').filter({ has: page.getByRole('checkbox', { name: 'Save to address book' }) })
  const square = box.locator('span[aria-hidden]')
  const empty = await lookOf(square)
  await box.click()
  expect(await lookOf(square)).not.toEqual(empty)

  await button(/^Appearance/).focus()
  await page.keyboard.press('Enter')
  await expectApart(page, page.getByRole('menuitem').first(), page.getByRole('menuitem').last())
  await page.keyboard.press('Escape')

  await field(page, 'to.postal_code').fill('NOT A CODE')
  await page.keyboard.press('Control+Enter')
  await page.locator('[aria-invalid=true]').first().waitFor()
  const frame = (name: string) => field(page, name).locator('..')
  await field(page, 'weight').focus()
  await expectApart(page, frame('to.postal_code'), frame('to.city'))
})

test('in forced colours the places of a sheet, the rows of lists and the progress of a batch show their state', async ({
  page,
  postroom,
}) => {
  await page.goto(`${postroom.url}${href('letters')}`)
  const place = (state: RegExp) => page.getByRole('gridcell', { name: state })
  await place(/Chosen/)
    .first()
    .waitFor()
  await place(/Free/).last().press('u')
  const drawn = (state: RegExp) => place(state).last().locator('rect').last()
  await expectApart(page, drawn(/Chosen/), drawn(/Free/))
  await expectApart(page, drawn(/Used/), drawn(/Free/))
  await expectApart(page, drawn(/Chosen/), drawn(/Used/))
  expect(
    (
      await lookOf(
        place(/Chosen/)
          .last()
          .locator('text'),
      )
    ).fill,
    'dark on paper',
  ).toBe('rgb(28, 32, 48)')
  await expectApart(page, page.getByRole('tab', { selected: true }), page.getByRole('tab', { selected: false }))
  await place(/Used/).last().press('u') // as other tests expect it

  await fillQueue(postroom, 3)
  await page.goto(`${postroom.url}${href('mailroom')}`)
  const rows = page.getByRole('row').filter({ has: page.getByRole('checkbox') })
  await expectApart(page, page.locator('tr[aria-current]'), rows.last())

  await fillAddressBook(postroom)
  await page.goto(`${postroom.url}${href('addressbook')}`)
  await check(page.getByRole('row').nth(2).getByRole('checkbox'))
  await expectApart(page, page.getByRole('row').nth(2), page.getByRole('row').nth(3))
  const square = (index: number) => page.getByRole('row').nth(index).locator('label span[aria-hidden]')
  await expectApart(page, square(2), square(3))

  await buy(postroom, LETTER) // gives the sender
  await openFile(page, postroom, aFile(2))
  await checkLetters(page, 2)
  const step = (index: number) => page.getByRole('list', { name: 'Steps' }).locator('li > span[aria-hidden]').nth(index)
  await expectApart(page, step(2), step(3))
  await expectReadable(step(2))
  await page.keyboard.press('Control+Enter')
  const rail = page.getByRole('progressbar').locator('> span')
  await rail.waitFor()
  await expectApart(page, rail.locator('> span'), rail)
})
