import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isChosenIn, printerConfigStore } from './printer-config.ts'

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-config-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

const keep = (config: object) => fs.writeFileSync(path.join(folder, 'printers.json'), JSON.stringify(config))
const QL = { printerId: 'ql', defaultOrSpecific: 'specific' } as const
const VIRTUAL = { printerId: 'virtual', defaultOrSpecific: 'default', paperFormat: '4x6' } as const

test('keeps the configuration over a restart, with the offsets of each media', () => {
  const offsets = [
    { printerId: 'ql', width_mm: 104, height_mm: 164, x_mm: 1.5 },
    { printerId: 'ql', width_mm: 62, height_mm: 3000, endless: true as const, x_mm: -2, y_mm: 0.3 },
  ]
  const config = { mailing: { ...QL, paperFormat: 'DK1247' as const, offsets }, form: { ...VIRTUAL } }
  const store = printerConfigStore(folder)
  store.set(config)
  expect([store.get(), printerConfigStore(folder).get()]).toEqual([config, config])
})

test.each([
  // format of the kind  single offset of an old file                offset by media
  ['DK1247', { offset_x_mm: 1.5 }, { width_mm: expect.closeTo(103.6, 1) as number, x_mm: 1.5 }],
  ['roll_62', { offset_y_mm: 0.2 }, { width_mm: 62, endless: true, y_mm: 0.2 }],
  ['roll_62', { offset_x_mm: -1, offset_y_mm: 0.2 }, { width_mm: 62, endless: true, x_mm: -1, y_mm: 0.2 }],
] as const)('assigns a single old offset with format %s to the media of that format', (paperFormat, before, offset) => {
  keep({ mailing: { ...QL, paperFormat, ...before }, shipping: VIRTUAL })
  expect(printerConfigStore(folder).get()).toMatchObject({
    mailing: { ...QL, paperFormat, offsets: [{ printerId: 'ql', ...offset }] },
    shipping: VIRTUAL,
  })
  expect(printerConfigStore(folder).get().mailing).not.toHaveProperty('offset_x_mm')
})

test('prints everything on the virtual printer by default', () => {
  const store = printerConfigStore(folder)
  expect(store.get()).toEqual({ mailing: VIRTUAL, shipping: VIRTUAL, form: { ...VIRTUAL, paperFormat: 'A4' } })
  expect([isChosenIn(store.get(), 'virtual'), isChosenIn(store.get(), 'ql'), isChosenIn({}, 'virtual')]).toEqual([
    true,
    false,
    false,
  ])
})
