import os from 'node:os'
import { expect, test } from 'vitest'
import { isSamePrinter } from './same-printer.ts'

const UUID = 'e3f0a1c2-0000-4000-8000-000000000001'
/** Of this machine. */
const ADDRESSES = Object.values(os.networkInterfaces()).flatMap((all = []) =>
  all.map(({ address }) => (address.includes(':') ? `[${address}]` : address)),
)
const same = (one: string, other: string) =>
  isSamePrinter({ addresses: [one] }, { addresses: ['ipp://192.0.2.1', other] })

test.each<string[]>([
  ['ipp://desk/ipp/print', 'ipp://desk/ipp/print'],
  ['ipp://desk/ipp/print', 'ipps://desk:631/ipp/print'],
  ['ipp://Desk/ipp/print', 'ipp://desk.local/ipp/print'],
  ['ipp://desk.local./ipp/print', 'ipp://desk:631/ipp/print'],
  [`urn:uuid:${UUID}`, `dnssd://Desk._ipp._tcp.local/?uuid=${UUID.toUpperCase()}`],
  [`urn:uuid:${UUID}`, `dnssd://Desk._ipp._tcp.local/cups?a=1&uuid=${UUID}`],
  ['ipp://localhost/printers/a', `ipp://${os.hostname()}/printers/a`],
  ['ipp://localhost/printers/a', `ipp://${os.hostname()}.local/printers/a`],
  ['ipp://localhost/printers/a', 'ipp://127.0.0.1/printers/a'],
  ...ADDRESSES.map((address) => ['ipp://localhost/printers/a', `ipp://${address}/printers/a`]),
  ['socket typed wrongly', 'socket typed wrongly'],
])('%s and %s are one printer', (one = '', other = '') => expect(same(one, other)).toBe(true))

test.each([
  ['ipp://desk/ipp/print', 'ipp://desk:632/ipp/print'],
  ['ipp://desk/ipp/print', 'ipp://desk/ipp/other'],
  ['ipp://desk/ipp/print', 'ipp://shelf/ipp/print'],
  ['ipp://localhost/printers/a', 'ipp://192.0.2.7/printers/a'],
  [`urn:uuid:${UUID}`, `urn:uuid:${UUID.replace('1', '2')}`],
  ['socket typed wrongly', 'socket typed otherwise'],
])('%s and %s are two printers', (one, other) => expect(same(one, other)).toBe(false))

test('printers without addresses are two', () => {
  expect(isSamePrinter({}, {})).toBe(false)
  expect(isSamePrinter({ addresses: ['ipp://desk'] }, {})).toBe(false)
  expect(isSamePrinter({}, { addresses: ['ipp://desk'] })).toBe(false)
})
