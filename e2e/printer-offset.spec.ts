import { fakeBrother } from '../apps/device-manager/src/testing/fake-brother.ts'
import { expect, signIn, test } from './support/fixtures.ts'
import { startPostroom } from './support/postroom.ts'
import { choosePrinter } from './support/printers.ts'

type Page = Awaited<ReturnType<typeof fakeBrother>>['printed'][number]
const firstColumn = ({ width, black }: Page): number =>
  black.reduce((least, dot, at) => (dot === 1 ? Math.min(least, at % width) : least), width)

test('a label comes out as far to the right as the offset of its printer says', async ({ page }) => {
  test.setTimeout(90_000)
  const printer = await fakeBrother()
  const postroom = await startPostroom({ POSTROOM_QL_PRINTERS: printer.address })
  const testPrint = async (printed: number) => {
    await page.getByRole('button', { name: 'Test print: mailing printer' }).click()
    await expect(page.getByText('The test label is printed.').first()).toBeVisible({ timeout: 30_000 })
    expect(printer.printed).toHaveLength(printed)
  }
  const save = page.getByRole('button', { name: 'Save printers' })
  const right = page.getByLabel(/^Move right/)
  try {
    await signIn(page, postroom)
    await page.goto(`${postroom.url}/app/device-preferences`)
    // the virtual printer keeps the document as it is
    await expect(page.getByRole('group', { name: 'Mailing printer' })).toBeVisible()
    await expect(right).toHaveCount(0)
    await choosePrinter(page, postroom, 'Mailing printer', /QL-1110NWB/)
    await testPrint(1)

    await right.fill('5.1')
    await save.click()
    await expect(right).toBeFocused()
    await expect(right).toHaveAccessibleDescription(/Give millimetres from −5 to 5/)
    await right.fill('1.5')
    await save.press('Enter')
    await expect(page.getByText('The printers are saved.').last()).toBeVisible()
    await page.reload()
    await expect(right).toHaveValue('1.5')
    await testPrint(2)
    const [before, after] = printer.printed.map(firstColumn)
    expect(after! - before!).toBe(18)
  } finally {
    await postroom.stop()
    await printer.stop()
  }
})
