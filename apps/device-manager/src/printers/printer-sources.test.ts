import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSettings } from '../settings.ts'
import { printerSources } from './printer-sources.ts'

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-sources-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true }))

const sourcesOf = (variables: Record<string, string>) =>
  printerSources(
    readSettings({ POSTROOM_DEVICE_DIR: folder, POSTROOM_CUPS: 'ipp://127.0.0.1:9', ...variables }),
    () => new Date(),
  )
/** The printers of the settings, without those that are plugged into this machine. */
const idsOf = async (variables: Record<string, string>) => {
  const listed = await Promise.all(
    sourcesOf({ POSTROOM_DISCOVER: 'off', ...variables }).map(async (source) => source.printers()),
  )
  return listed.flat().flatMap(({ id }) => (id.includes(':usb:') ? [] : id))
}

test('lists the virtual printer, which prints into a folder, and the printers of the settings, in order', async () => {
  expect(await idsOf({})).toEqual(['virtual'])
  expect(fs.readdirSync(folder)).toEqual(['printed'])
  const ids = await idsOf({
    POSTROOM_VIRTUAL_LABEL: 'on',
    POSTROOM_IPP_PRINTERS: 'ipp://192.0.2.7/ipp/print',
    POSTROOM_QL_PRINTERS: 'ql://192.0.2.8',
    POSTROOM_LABEL_PRINTERS: 'zpl://192.0.2.9, tspl:ROLLO?dpi=203',
  })
  expect(ids).toEqual([
    'virtual',
    'virtual-label',
    'ipp:ipp://192.0.2.7/ipp/print',
    'ql:tcp:192.0.2.8:9100',
    'label:tcp:192.0.2.9:9100',
  ])
})

test('looks for printers in the network unless discovery is off', () => {
  const [on, off] = [sourcesOf({}), sourcesOf({ POSTROOM_DISCOVER: 'off' })]
  for (const source of on) source.stop?.()
  expect([on, off].map((sources) => sources.filter(({ omitsDuplicates }) => omitsDuplicates).length)).toEqual([1, 0])
})
