import fs from 'node:fs'
import path from 'node:path'
import { pageIn } from '../packages/documents/src/testing/golden.ts'
import { readSymbols, type Page as Picture } from '../packages/documents/src/testing/read-back.ts'
import { runsAcross } from '../packages/documents/src/testing/runs-across.ts'
import { expect, signIn, test } from './support/fixtures.ts'
import { startPostroom } from './support/postroom.ts'
import { choosePrinter } from './support/printers.ts'
import { buyAndPrint, fillLargeLetter } from './support/send.ts'

const picturesIn = (folder: string): Picture[] =>
  fs
    .readdirSync(folder)
    .filter((file) => file.endsWith('.png'))
    .map((file) => pageIn(fs.readFileSync(path.join(folder, file))))

test('buys a label and prints it, and again, in whole dots of a label printer with 203 to the inch', async ({
  page,
}) => {
  const postroom = await startPostroom({ POSTROOM_VIRTUAL_LABEL: 'on' })
  try {
    await signIn(page, postroom)
    await choosePrinter(page, postroom, 'Mailing printer', /^Virtual label printer/)
    await expect(page.getByText('203 dpi, labels are drawn for it')).toBeVisible()
    await fillLargeLetter(page, postroom)
    const shipment = await buyAndPrint(page)
    await expect(page.getByText('The label is printed.')).toBeVisible()
    await page.goto(`${postroom.url}/app/home`)
    await page
      .getByRole('button', { name: /^Reprint/ })
      .first()
      .click()
    await expect(page.getByText('The label is printed.').first()).toBeVisible()

    const [label, again, ...more] = picturesIn(postroom.printed)
    expect(more).toEqual([])
    expect([label!.width, label!.height]).toEqual([812, 1218])
    const symbols = await readSymbols(label!)
    expect(symbols['Code128']).toBe(shipment.meta_data.tracking)
    expect(symbols['DataMatrix']).toContain(shipment.meta_data.tracking.slice(2, 10))
    expect((await runsAcross(label!, 'Code128')).filter((dots) => dots % 3 !== 0)).toEqual([])
    expect((await runsAcross(label!, 'DataMatrix')).filter((dots) => dots % 4 !== 0)).toEqual([])
    expect(again).toEqual(label)
  } finally {
    await postroom.stop()
  }
})
