import { expect, it } from 'vitest'
import { ALL_SHIPMENTS, targetOf } from './target.ts'
import type { Found } from './use-search.ts'

const address = { name: 'Ada', address1: '1 High Street' } as Found['people'][number]['address']
const FOUND = {
  pages: ['home', 'printers'],
  settings: ['theme', 'users'],
  people: [{ address: { ...address, name: 'Bryn' } }, { address }],
  shipments: [{ id: 'a' }, { id: 'b' }],
  topics: [
    { name: 'money', title: '', note: '' },
    { name: 'abroad', title: '', note: '' },
  ],
} as unknown as Found

it.each([
  ['page printers', { to: '/app/device-preferences' }],
  ['setting users', { to: '/app/administration?view=users' }],
  ['setting theme', { to: '/app/profile' }],
  ['person 1', { to: '/app/shipping-single', state: { addressee: address } }],
  ['shipment b', { to: '/app/history?shipment=b' }],
  ['topic abroad', { to: '/app/help?topic=abroad' }],
  [ALL_SHIPMENTS, { to: '/app/history?q=bryn' }],
])('%s leads to %o', (key, target) => expect(targetOf(key, FOUND, ' bryn ')).toEqual(target))

it.each(['page history', 'setting sheet', 'person 2', 'shipment c', 'topic take_back'])(
  '%s, which is gone, leads nowhere',
  (key) => expect(targetOf(key, FOUND, 'bryn')).toBeUndefined(),
)
