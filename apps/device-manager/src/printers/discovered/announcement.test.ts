import { expect, test } from 'vitest'
import { announcementOf } from './announcement.ts'
import { isSamePrinter } from '../same-printer.ts'

const isLocal = (address: string): boolean => address.startsWith('192.0.2.') || address.startsWith('2001:db8:')
const DESK = {
  fqdn: 'Desk 2.0._ipp._tcp.local',
  host: 'desk.local',
  port: 631,
  addresses: ['2001:db8::7', '192.0.2.7'],
  referer: { address: '192.0.2.7' },
  txt: { RP: 'ipp/print', UUID: '4509A320-00A0-008F-00B6-002507510ECA' },
}

test('identifies a printer by its UUID at any address', () => {
  const announced = announcementOf(DESK, isLocal)
  expect(announced).toMatchObject({
    id: 'urn:uuid:4509a320-00a0-008f-00b6-002507510eca',
    hosts: ['192.0.2.7', '2001:db8::7', 'desk.local'],
    port: 631,
  })
  expect(announced?.facts.get('rp')).toBe('ipp/print')
})

test('identifies a printer without a UUID by its name, the same for all its services', () => {
  const ids = ['ipp', 'ipps', 'pdl-datastream'].map(
    (type) => announcementOf({ ...DESK, fqdn: `Desk 2.0._${type}._tcp.local`, txt: {} }, isLocal)?.id,
  )
  expect(new Set(ids)).toEqual(new Set(['mdns:Desk 2.0@desk.local']))
})

test.each([
  ['points outside the local network', { addresses: ['198.51.100.7'] }],
  ['names no address', { addresses: ['printer.example'] }],
  ['has no addresses', { addresses: [] }],
  ['comes from outside', { referer: { address: '198.51.100.7' } }],
])('ignores an announcement that %s', (_, change) => {
  expect(announcementOf({ ...DESK, ...change }, isLocal)).toBeUndefined()
})

test('uses only the addresses in the local network', () => {
  const announced = announcementOf({ ...DESK, addresses: ['198.51.100.7', '192.0.2.8'] }, isLocal)
  expect(announced?.hosts).toEqual(['192.0.2.8', 'desk.local'])
})

test.each([
  ['this machine is in its own network', '127.0.0.1', true],
  ['a documentation address is not', '198.51.100.7', false],
])('%s', (_, address, isIn) => {
  const announced = announcementOf({ ...DESK, addresses: [address], referer: { address: '127.0.0.1' } })
  expect(announced !== undefined).toBe(isIn)
})

test('omits an invalid name', () => {
  const announced = announcementOf({ ...DESK, host: 'a b[/@' }, isLocal)
  expect(announced?.hosts).toEqual(['192.0.2.7', '2001:db8::7'])
})

test('accepts TXT records of any length or type', () => {
  const txt = { ty: 'x'.repeat(201), pdl: 7, note: 'Desk' }
  expect([...(announcementOf({ ...DESK, txt }, isLocal)?.facts ?? [])]).toEqual([['note', 'Desk']])
})

test.each([
  // an announced printer        another                                                same
  ['ipp://192.0.2.7:631/ipp/print', 'ipps://192.0.2.7/ipp/print', true],
  ['ipp://Desk.local:631/ipp/print', 'ipp://desk/ipp/print', true],
  ['ipp://127.0.0.1:631/printers/Desk', 'ipp://localhost:631/printers/Desk', true],
  ['urn:uuid:4509A320-00a0', 'dnssd://Desk%202._ipp._tcp.local/?uuid=4509a320-00A0', true],
  ['ql://192.0.2.7:9100', 'ql://192.0.2.7:9100', true],
  ['ipp://192.0.2.7:631/ipp/print', 'ipp://[not an address', false],
  ['ipp://192.0.2.7:631/ipp/print', 'ipp://192.0.2.7:631/ipp/faxout', false],
  ['ipp://192.0.2.7:631/ipp/print', 'ipp://192.0.2.8:631/ipp/print', false],
  ['ipp://192.0.2.7:631/ipp/print', 'ipp://192.0.2.7:8631/ipp/print', false],
])('compares %s with %s: %s', (one, other, are) => {
  expect(isSamePrinter({ addresses: ['urn:uuid:1', one] }, { addresses: [other] })).toBe(are)
})

test('treats a printer without an address as different from all others', () => {
  expect(isSamePrinter({ addresses: ['urn:uuid:1'] }, {})).toBe(false)
})
