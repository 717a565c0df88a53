import fs from 'node:fs'
import path from 'node:path'
import { fakeBrother } from '../apps/device-manager/src/testing/fake-brother.ts'
import { pageIn } from '../packages/documents/src/testing/golden.ts'
import type { Page as Picture } from '../packages/documents/src/testing/read-back.ts'
import { expect, signIn, test } from './support/fixtures.ts'
import { startPostroom } from './support/postroom.ts'
import { choosePrinter } from './support/printers.ts'
import { expectBar, expectSymbols, pictureOf } from './support/ruler-page.ts'
import { balance } from './support/send.ts'

function pictureIn(folder: string, kind: string): Picture {
  const name = fs.readdirSync(folder).findLast((file) => file.includes(`${kind}-ruler`) && file.endsWith('.png'))
  return pageIn(fs.readFileSync(path.join(folder, name!)))
}

test('prints the ruler page of each kind in its true size, free of charge', async ({ page }) => {
  test.setTimeout(180_000)
  const printer = await fakeBrother()
  const postroom = await startPostroom({ POSTROOM_QL_PRINTERS: printer.address })
  const printRuler = async (kind: string) => {
    const ruler = page.getByRole('button', { name: `Print ruler page: ${kind} printer` })
    await ruler.click()
    await expect(page.getByText(/The ruler page is printed/).first()).toBeVisible({ timeout: 30_000 })
    await expect(ruler).toBeEnabled()
  }
  try {
    await signIn(page, postroom)
    await page.goto(`${postroom.url}/app/device-preferences`)
    await expect(page.getByText('Offset for 102 × 152 mm').first()).toBeVisible()
    await printRuler('shipping')
    const label = pictureIn(postroom.printed, 'shipping')
    expect([label.width, label.height]).toEqual([1200, 1800])
    expectBar(label)
    await expectSymbols(label)

    await printRuler('form')
    const sheet = pictureIn(postroom.printed, 'form')
    expect([sheet.width, sheet.height]).toEqual([2480, 3508])
    expectBar(sheet)

    await choosePrinter(page, postroom, 'Mailing printer', /QL-1110NWB/)
    await expect(page.getByText('Offset for DK-11247, 104 × 164 mm')).toBeVisible()
    await printRuler('mailing')
    const roll = pictureOf(printer.printed[0]!)
    expect(roll.height).toBe(1822)
    expectBar(roll)
    await expect(balance(page)).toContainText('£50.00')
    const jobs = page.getByRole('listitem').filter({ hasText: 'Ruler page' })
    await expect(jobs).toHaveCount(3)
    await expect(jobs.getByRole('button')).toHaveCount(0)
  } finally {
    await postroom.stop()
    await printer.stop()
  }
})
