import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCommand } from './commands.ts'

const HEADER =
  'channel,effective_from,service,format,zone,min_weight_g,max_weight_g,compensation_gbp,price_pence,vat,confidence,sources'
/** The day before the first list of the channel, so no list is in force whose prices these few rows would leave out. */
const FIRST = '2026-04-06'
const letter = (pence: number, from = 1, to = 100, day = FIRST) =>
  `online,${day},1,letter,UK,${from},${to},20,${pence},exempt,high,price guide`
const FILES: Record<string, string | Buffer> = {
  'good.csv': [HEADER, letter(190), letter(200, 101, 200)].join('\n'),
  'excel.csv': `\uFEFF${[`${HEADER},note`, `${letter(190)},"said, by hand"`, ''].join('\r\n')}`,
  'falls.csv': [HEADER, letter(190), letter(180, 101, 200)].join('\n'),
  'gap.csv': [HEADER, letter(190), letter(200, 151, 200)].join('\n'),
  'again.csv': [HEADER, letter(190, 1, 100, '2026-04-07')].join('\n'),
  'forgets.csv': [HEADER, letter(190, 1, 100, '2027-04-06')].join('\n'),
  'letters.csv': [HEADER, letter(190).replace('190', '£1.90')].join('\n'),
  'short.csv': [HEADER, 'online,2027-04-06,1'].join('\n'),
  'no-price.csv': [HEADER.replace(',price_pence', ''), 'online'].join('\n'),
  'header-only.csv': HEADER,
  'torn.csv': `${HEADER}\n"online`,
  'empty.csv': '',
}
let folder = ''
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tariff-'))
  for (const [name, text] of Object.entries(FILES)) fs.writeFileSync(path.join(folder, name), text)
})
afterAll(() => fs.rmSync(folder, { recursive: true }))

describe('tariff check', () => {
  test.each([
    // file            exit  output
    ['good.csv', 0, 'It would apply from 00:00 Europe/London on 2026-04-06 to the price list online.'],
    ['good.csv', 0, 'To add it: copy it to packages/domain/figures/, then npm run tariffs'],
    ['good.csv', 0, 'prices that differ from online-none: 0'],
    ['good.csv', 0, 'new prices: 2, the first is 1 letter UK £20 to 100 g'],
    ['excel.csv', 0, 'has no errors. Rows: 1.'],
    ['falls.csv', 1, 'row 3: 1 letter UK £20 to 200 g: a heavier item costs less: 180p after 190p'],
    ['falls.csv', 1, 'cannot be used. Errors: 1.'],
    ['gap.csv', 1, 'row 3: 1 letter UK £20 to 200 g: the band must begin at 101 g, not at 151 g'],
    ['again.csv', 1, 'online-2026-04-07 already begins on that day, and a list never changes'],
    ['forgets.csv', 1, '1 large_letter UK: sold in online-2026-04-07, without a price here'],
    ['letters.csv', 1, "row 2: price_pence cannot be '£1.90'"],
    ['short.csv', 1, 'short.csv has fewer cells than the first row'],
    ['torn.csv', 1, 'Not CSV: Quote Not Closed'],
    ['no-price.csv', 1, 'no-price.csv lacks price_pence'],
    ['header-only.csv', 1, 'the list has no rows'],
    ['empty.csv', 1, 'empty.csv is empty'],
    ['absent.csv', 1, 'There is no file '],
    ['.', 1, 'cannot be read'],
  ] as const)('%s: exits with %i and prints %s', (file, exitCode, says) => {
    expect(runCommand(['tariff', 'check', path.join(folder, file)])).toEqual({
      exitCode,
      text: expect.stringContaining(says) as string,
    })
  })
})

test.each([
  [['--help'], 0],
  [['tariff', 'check', '--help'], 0],
  [[], 2],
  [['tariff'], 2],
  [['tariff', 'check'], 2],
  [['tariff', 'check', 'a.csv', 'b.csv'], 2],
  [['stamps', 'check', 'a.csv'], 2],
])('%j prints the usage and exits with %i', (words, exitCode) => {
  expect(runCommand(words)).toEqual({ exitCode, text: expect.stringContaining('tariff check FILE') as string })
})

test.each([
  // file       exit  stdout           stderr
  ['good.csv', 0, 'has no errors', ''],
  ['falls.csv', 1, '', 'cannot be used'],
])('the program itself, with %s: exits with %i', (file, status, stdout, stderr) => {
  const main = path.join(import.meta.dirname, 'main.ts')
  const ran = spawnSync(process.execPath, [main, 'tariff', 'check', file], { cwd: folder, encoding: 'utf8' })
  expect(ran).toMatchObject({
    status,
    stdout: expect.stringContaining(stdout),
    stderr: expect.stringContaining(stderr),
  })
})
