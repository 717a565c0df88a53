import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import type { Koffi } from './koffi.ts'
import { defineStructures, SPOOLER_CALLS } from './winspool-calls.ts'

interface RealKoffi extends Koffi {
  offsetof(type: string, member: string): number
}

/** It lays structures out on every system with pointers of 8 bytes as Windows does. */
const koffi = createRequire(import.meta.url)('koffi') as RealKoffi
defineStructures(koffi)

describe.runIf(koffi.sizeof('void *') === 8)('the structures of winspool.h on a 64-bit Windows', () => {
  test.each([
    ['DOC_INFO_1W', 24],
    ['PRINTER_INFO_2W', 136],
    ['JOB_INFO_1W', 96],
  ])('%s has %i bytes', (name, bytes) => expect(koffi.sizeof(name)).toBe(bytes))

  test.each([
    // structure          member          its first byte
    ['DOC_INFO_1W', 'pDocName', 0],
    ['DOC_INFO_1W', 'pOutputFile', 8],
    ['DOC_INFO_1W', 'pDatatype', 16],
    ['PRINTER_INFO_2W', 'pPrinterName', 8],
    ['PRINTER_INFO_2W', 'pPortName', 24],
    ['PRINTER_INFO_2W', 'pDriverName', 32],
    ['PRINTER_INFO_2W', 'pDevMode', 56],
    ['PRINTER_INFO_2W', 'pSecurityDescriptor', 96],
    ['PRINTER_INFO_2W', 'Attributes', 104],
    ['PRINTER_INFO_2W', 'Status', 124],
    ['JOB_INFO_1W', 'JobId', 0],
    ['JOB_INFO_1W', 'pStatus', 48],
    ['JOB_INFO_1W', 'Status', 56],
    ['JOB_INFO_1W', 'PagesPrinted', 72],
  ])('%s has %s at byte %i', (name, member, byte) => expect(koffi.offsetof(name, member)).toBe(byte))
})

test('each call is declared with the name that Windows exports', () => {
  const names = Object.values(SPOOLER_CALLS).map((declared) => /^u?int(?:32)? (\w+)\(/.exec(declared)?.[1])
  expect(names).toEqual([
    'EnumPrintersW',
    'OpenPrinterW',
    'ClosePrinter',
    'StartDocPrinterW',
    'StartPagePrinter',
    'WritePrinter',
    'EndPagePrinter',
    'EndDocPrinter',
    'AbortPrinter',
    'GetJobW',
    'SetJobW',
    'DeviceCapabilitiesW',
  ])
})
