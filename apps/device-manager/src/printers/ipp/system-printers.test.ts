import { afterEach, expect, test } from 'vitest'
import { fakeIppPrinter, IPP, ippAnswer } from '../../testing/fake-ipp-printer.ts'
import { systemPrinters } from './system-printers.ts'

let cups: Awaited<ReturnType<typeof fakeIppPrinter>> | undefined
afterEach(async () => cups?.stop())

test.each(['linux', 'darwin'] as const)('on %s the printers of CUPS are taken', async (platform) => {
  const queue = [IPP.uri, 'printer-uri-supported', 'ipp://here.example/printers/Desk'] as const
  cups = await fakeIppPrinter(() => ippAnswer(0, [IPP.printer, queue]))
  const { host } = new URL(cups.uri)
  const ports = await systemPrinters(`ipp://${host}`, platform)
  expect(ports.map(({ id }) => id)).toEqual([`ipp:ipp://${host}/printers/Desk`])
})
