import fs from 'node:fs'
import path from 'node:path'
import { fakeBrother } from '../apps/device-manager/src/testing/fake-brother.ts'
import { TEST_BARS_TEXT, TEST_MATRIX_TEXT } from '../packages/documents/src/test-page/test-page-figures.ts'
import { pageIn } from '../packages/documents/src/testing/golden.ts'
import { partOfPage } from '../packages/documents/src/testing/part-of-page.ts'
import { readSymbols, type Page as Picture } from '../packages/documents/src/testing/read-back.ts'
import { expect, signIn, test } from './support/fixtures.ts'
import { startPostroom } from './support/postroom.ts'
import { choosePrinter } from './support/printers.ts'
import { balance } from './support/send.ts'

const DPI = 300
/** 100 mm at 300 dots per inch. */
const BAR_DOTS = 1181
/** The area of the symbols, in millimetres: the rulers around them confuse decoders. */
const FIGURES = [10, 10, 78, 70] as const

/** The lengths of the unbroken black runs of every column. */
function* downwardRuns({ width, height, dots }: Picture): Generator<number> {
  for (let x = 0; x < width; x++) {
    let run = 0
    for (let y = 0; y <= height; y++) {
      if (y < height && dots[y * width + x]! < 128) run++
      else {
        if (run > 0) yield run
        run = 0
      }
    }
  }
}
/** The borders span nearly the whole page; the bar to measure is the longest run besides them. */
function expectBar(page: Picture): void {
  const bar = Math.max(...[...downwardRuns(page)].filter((run) => run < page.height * 0.85))
  // the height of A4 is not a whole number of dots
  expect(Math.abs(bar - BAR_DOTS)).toBeLessThanOrEqual(1)
}

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
    expect(await readSymbols(partOfPage(label, FIGURES, DPI))).toEqual({
      DataMatrix: TEST_MATRIX_TEXT,
      Code128: TEST_BARS_TEXT,
    })

    await printRuler('form')
    const sheet = pictureIn(postroom.printed, 'form')
    expect([sheet.width, sheet.height]).toEqual([2480, 3508])
    expectBar(sheet)

    await choosePrinter(page, postroom, 'Mailing printer', /QL-1110NWB/)
    await expect(page.getByText('Offset for DK-11247, 104 × 164 mm')).toBeVisible()
    await printRuler('mailing')
    const [{ width, height, black }] = printer.printed as [(typeof printer.printed)[number]]
    const roll = { width, height, dots: black.map((dot) => (dot === 1 ? 0 : 255)) }
    expect(height).toBe(1822)
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
