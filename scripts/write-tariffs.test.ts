import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { FIGURES, tariffFiles } from './write-tariffs.ts'

const root = path.dirname(import.meta.dirname)
const files = tariffFiles(FIGURES)

test.each([...files.keys()])('%s matches the figures (npm run tariffs writes it)', (file) => {
  expect(fs.readFileSync(path.join(root, file), 'utf8')).toBe(files.get(file))
})

test('every price list file comes from the figures', () => {
  const folder = 'packages/domain/src/tariffs/lists'
  const lists = fs.readdirSync(path.join(root, folder)).map((name) => `${folder}/${name}`)
  expect(lists.filter((file) => !files.has(file))).toEqual([])
})

test('a CSV file added to the figures becomes one more list, and changes no other', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'figures-'))
  fs.cpSync(FIGURES, folder, { recursive: true })
  const header =
    'channel,effective_from,service,format,zone,min_weight_g,max_weight_g,compensation_gbp,price_pence,vat,confidence,sources'
  const row = 'franking,2999-04-06,1,letter,UK,1,100,20,183,exempt,medium-high,WS; price guide'
  fs.writeFileSync(path.join(folder, 'franking-2999-04-06.csv'), `${header}\n${row}\n`)
  const more = tariffFiles(folder)
  fs.rmSync(folder, { recursive: true })

  const changed = [...more.keys()].filter((file) => more.get(file) !== files.get(file))
  const tariffs = 'packages/domain/src/tariffs/lists'
  expect(changed).toEqual([`${tariffs}/franking-2999-04-06.ts`, `${tariffs}/price-lists.ts`])
  expect(more.get(changed[0]!)).toContain(
    "    ['1', 'letter', ['UK'], 20, 'exempt', 'medium', ['WS', 'price guide'], [100, 183]],\n",
  )
  expect(more.get(changed[0]!)).toContain("    WS: 'wsenjer/royalmail-woocommerce-shipping-calculator")
  expect(more.get(changed[1]!)).toContain('  FRANKING_2999_04_06,\n')
})
