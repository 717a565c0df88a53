import type { LookupAddress, lookup } from 'node:dns'
import { expect, it, test } from 'vitest'
import { isPublic, NOT_PUBLIC, onlyPublic } from './public-address.ts'

test.each([
  ['8.8.8.8', true],
  ['1.1.1.1', true],
  ['172.15.255.255', true],
  ['172.32.0.0', true],
  ['100.63.255.255', true],
  ['100.128.0.1', true],
  ['223.255.255.255', true],
  ['2a00:1450:4009::200e', true],
  ['2606:4700::1111', true],
  ['0.0.0.0', false],
  ['10.1.2.3', false],
  ['100.64.0.1', false], // shared by the customers of a carrier
  ['100.127.255.255', false],
  ['127.0.0.1', false],
  ['127.255.255.254', false],
  ['169.254.169.254', false], // the metadata of a cloud machine
  ['172.16.0.1', false],
  ['172.31.255.255', false],
  ['192.0.0.8', false],
  ['192.0.2.1', false],
  ['192.88.99.1', false],
  ['192.168.1.1', false],
  ['198.18.0.1', false],
  ['198.19.255.255', false],
  ['198.51.100.1', false],
  ['203.0.113.1', false],
  ['224.0.0.1', false],
  ['240.0.0.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['::ffff:127.0.0.1', false], // mapped
  ['::ffff:8.8.8.8', false],
  ['::127.0.0.1', false],
  ['64:ff9b::7f00:1', false], // NAT64
  ['64:ff9b:1::1', false],
  ['100::1', false],
  ['2001::1', false], // Teredo
  ['2001:10::1', false],
  ['2001:db8::1', false],
  ['2002:7f00:1::', false], // 6to4
  ['3fff::1', false],
  ['5f00::1', false],
  ['fc00::1', false],
  ['fd00:ec2::254', false],
  ['fe80::1', false],
  ['fec0::1', false],
  ['ff02::1', false],
  ['', false],
  ['localhost', false],
])('%s is public: %s', (address, expected) => {
  expect(isPublic(address)).toBe(expected)
})

type Answer = (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void
/** A resolver that gives each question the next answer. */
const resolving = (...answers: string[][]): typeof lookup =>
  ((_host: string, _options: object, done: Answer) => {
    const found = answers.shift()!.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    done(null, found)
  }) as unknown as typeof lookup

const ask = (look: ReturnType<typeof onlyPublic>, all: boolean) =>
  new Promise((resolve) => {
    look('host.example', { all }, (error, ...found) => resolve(error ? error.code : found))
  })

it('gives a connection the very addresses that were checked: a name that changes is refused at the next one', async () => {
  const look = onlyPublic(resolving(['8.8.8.8', '2606:4700::1111'], ['127.0.0.1'], ['1.1.1.1']))
  const both = [
    { address: '8.8.8.8', family: 4 },
    { address: '2606:4700::1111', family: 6 },
  ]
  expect(await ask(look, true)).toEqual([both])
  expect(await ask(look, true)).toBe(NOT_PUBLIC)
  expect(await ask(look, false)).toEqual(['1.1.1.1', 4])
})

it('refuses a host with one address that is not public', async () => {
  expect(await ask(onlyPublic(resolving(['8.8.8.8', '10.0.0.1'])), true)).toBe(NOT_PUBLIC)
})
