import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { fakeIppPrinter, IPP, ippAnswer, READS_PDF } from '../testing/fake-ipp-printer.ts'
import { ippPrinter } from './ipp/ipp-printer.ts'
import { printerList } from './printer-list.ts'
import { fixedPrinters } from './printer-source.ts'

/** The list of a device with one printer. */
function listOf(uri: string) {
  return printerList({ sources: [fixedPrinters([ippPrinter(uri)])], isChosen: () => false, onChange: () => {} })
}

const named = (name: string) =>
  fakeIppPrinter(() =>
    ippAnswer(0, [IPP.printer, [IPP.text, 'printer-info', name], [IPP.enum, 'printer-state', 3], READS_PDF]),
  )

test.each([
  // a printer's name with    as reported                                         as listed
  ['a command', 'Front desk; rm -rf "$HOME"', 'Front desk; rm -rf "$HOME"'],
  ['shell characters', "'$(reboot)' `reboot` | & < >", "'$(reboot)' `reboot` | & < >"],
  ['control characters', 'Front desk\r\nX-Injected: yes\u0000\u001b[31m', 'Front desk X-Injected: yes [31m'],
  ['line separators', 'Front\u2028desk\u2029', 'Front desk'],
  ['another direction of writing', 'Desk \u202efdp.exe\u2066\u200f', 'Desk fdp.exe'],
  ['accents', 'Bureau d’expédition', 'Bureau d’expédition'],
  ['300 characters', 'x'.repeat(300), `${'x'.repeat(99)}…`],
  ['300 pictures', '😀'.repeat(300), `${'😀'.repeat(99)}…`],
])('lists a name with %s on one line, and never looks up a printer by it', async (_, name, listed) => {
  const printer = await named(name)
  const printers = listOf(printer.uri)
  const id = `ipp:${printer.uri}`
  try {
    expect(await printers.refresh()).toMatchObject([{ id, name: listed, state: 'ready' }])
    expect([name, listed].map((text) => printers.find(text))).toEqual([undefined, undefined])
    expect(printers.find(id)).toBeDefined()
  } finally {
    printers.stop()
    await printer.stop()
  }
})

test('replaces an invisible name by the id', async () => {
  const printer = await named('\u200b\n')
  const printers = listOf(printer.uri)
  try {
    expect(await printers.refresh()).toMatchObject([{ name: `ipp:${printer.uri}` }])
  } finally {
    printers.stop()
    await printer.stop()
  }
})

test('lists a printer whose address cannot be decoded', async () => {
  const printers = listOf('ipp://127.0.0.1:9/%zz%e2')
  try {
    expect(await printers.refresh()).toMatchObject([{ state: 'offline' }])
  } finally {
    printers.stop()
  }
})

test('starts other programs only for its page, its updates and the policy of Windows, so that no printer name reaches a shell', () => {
  const root = path.join(import.meta.dirname, '..')
  const shipped = fs
    .readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.ts$/.test(file) && !file.split(path.sep).includes('testing'))
  expect(shipped.length).toBeGreaterThan(50)
  const source = (file: string) => fs.readFileSync(path.join(root, file), 'utf8')
  const starters = shipped.filter((file) => /child_process/.test(source(file))).toSorted()
  expect(starters).toEqual([
    'status-page/open-page.ts',
    'update/replace-program.ts',
    'update/try-program.ts',
    'update/updates-allowed.ts',
  ])
  for (const file of starters) expect(source(file)).not.toMatch(/shell: true|\bexec\(|execSync|printer/)
  const openers = shipped.filter((file) => source(file).includes('open-page.ts')).toSorted()
  expect(openers).toEqual(['desktop/show-on-desktop.ts', 'program.ts'])
})
