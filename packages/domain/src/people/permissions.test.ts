import { expect, test } from 'vitest'
import { isPermitted, mayChange, PERMISSIONS, type Permission } from './permissions.ts'

test('names the permissions of modules, carriers and acts', () => {
  const modules = 'dashboard profile shipping mailing addressbook device-preferences'.split(' ')
  const carriers = ['rm', 'usps', 'fedex', 'ups']
  const acts = ['administration', 'void', 'colleagues_shipments', 'manage_devices', 'top_up']
  expect(PERMISSIONS).toEqual([
    ...modules.map((name) => `mod_${name}`),
    ...carriers.map((name) => `carr_${name}`),
    ...acts,
  ])
})

test.each<[Permission, string[], 'uk' | 'other', boolean]>([
  // needed           held                                  variant  allowed
  ['mod_addressbook', ['mod_addressbook'], 'other', true],
  ['mod_addressbook', ['mod_shipping', 'administration'], 'other', false],
  ['mod_addressbook', [], 'uk', true],
  ['mod_shipping', ['carr_usps'], 'other', true],
  ['mod_shipping', ['carr_fedex'], 'other', true],
  ['mod_shipping', ['carr_ups'], 'other', true],
  ['mod_shipping', ['carr_rm'], 'other', false],
  ['mod_mailing', ['carr_usps'], 'other', false],
  ['administration', [], 'uk', false],
  ['administration', ['mod_shipping', 'carr_ups'], 'other', false],
  ['administration', ['administration'], 'uk', true],
])('%s with %j in the %s variant: %s', (needed, held, variant, allowed) => {
  expect(isPermitted(needed, held, variant)).toBe(allowed)
})

test.each<['shipment' | 'device', string | null, string[], boolean]>([
  // thing, owner,  held,                   allowed
  ['shipment', 'me', [], true],
  ['shipment', 'colleague', [], false],
  ['shipment', 'colleague', ['void', 'manage_devices', 'administration'], false],
  ['shipment', 'colleague', ['colleagues_shipments'], true],
  ['device', 'me', [], true],
  ['device', 'colleague', ['administration', 'colleagues_shipments'], false],
  ['device', null, [], false],
  ['device', null, ['manage_devices'], true],
])('a %s of %s with %j: %s', (thing, owner, permissions, allowed) => {
  expect(mayChange(thing, owner, { id: 'me', permissions })).toBe(allowed)
})
