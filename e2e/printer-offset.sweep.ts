import { fakeBrother } from '../apps/device-manager/src/testing/fake-brother.ts'
import { comeSignedIn, expect, test } from './support/fixtures.ts'
import { startPostroom } from './support/postroom.ts'
import { choosePrinter } from './support/printers.ts'

type Page = Awaited<ReturnType<typeof fakeBrother>>['printed'][number]
const firstColumn = ({ width, black }: Page): number =>
  black.reduce((least, dot, at) => (dot === 1 ? Math.min(least, at % width) : least), width)

test('prints a label shifted to the right by the offset of its printer and media', async ({ page }) => {
  test.setTimeout(180_000)
  const roll = { type: 0x0b, width: 104, length: 164 }
  const printer = await fakeBrother({ roll })
  const postroom = await startPostroom({ POSTROOM_QL_PRINTERS: printer.address })
  const testPrint = async (printed: number) => {
    await page.getByRole('button', { name: 'Print a test label: mailing printer' }).click()
    await expect(page.getByText('The test label is printed.').first()).toBeVisible({ timeout: 30_000 })
    expect(printer.printed).toHaveLength(printed)
  }
  const save = page.getByRole('button', { name: 'Save printers' })
  const right = page.getByRole('group', { name: 'Mailing printer' }).getByLabel(/^Move right/)
  try {
    await comeSignedIn(page, postroom)
    await page.goto(`${postroom.url}/app/device-preferences`)
    await expect(page.getByText('Offset for 102 × 152 mm').first()).toBeVisible()
    await choosePrinter(page, postroom, 'Mailing printer', /QL-1110NWB/)
    await testPrint(1)

    await page.reload() // so that only the next save is reported
    await page.getByText(/^Offset for DK-11247/).click()
    await right.fill('5.1')
    await save.click()
    await expect(right).toBeFocused()
    await expect(right).toHaveAccessibleDescription(/Enter millimetres from −5 to 5/)
    // a collapsed field is validated too
    await page.getByText(/^Offset for DK-11247/).click()
    await expect(right).toBeHidden()
    await save.click()
    await expect(right).toBeFocused()
    await right.fill('1.5')
    await save.press('Enter')
    await expect(page.getByText('The printers are saved.')).toBeVisible()
    await page.reload()
    await expect(right).toHaveValue('1.5')
    await testPrint(2)
    const [before, after] = printer.printed.map(firstColumn)
    expect(after! - before!).toBe(18)

    // each roll has its own offset
    Object.assign(roll, { width: 102, length: 153 })
    await expect(page.getByText('Offset for DK-11241, 102 × 153 mm')).toBeVisible({
      timeout: 60_000,
    })
    await expect(right).toHaveValue('')
    await testPrint(3)
    Object.assign(roll, { width: 104, length: 164 })
    await expect(page.getByText('Offset for DK-11247, 104 × 164 mm')).toBeVisible({
      timeout: 60_000,
    })
    await expect(right).toHaveValue('1.5')
    await testPrint(4)
    const [, , onOther, again] = printer.printed.map(firstColumn)
    expect([onOther, again]).toEqual([before, after])
  } finally {
    await postroom.stop()
    await printer.stop()
  }
})
