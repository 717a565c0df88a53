import { expect, it } from 'vitest'
import { mayOpen } from './module-access.ts'

it.each<[string, string[], 'uk' | 'other', boolean]>([
  ['shipping-single', ['mod_shipping'], 'other', true],
  ['shipping-single', [], 'other', false],
  ['shipping-single', ['mod_mailing'], 'other', false],
  ['shipping-single', ['carr_usps'], 'other', true],
  ['shipping-single', ['carr_fedex'], 'other', true],
  ['shipping-single', ['carr_ups'], 'other', true],
  ['shipping-single', ['carr_rm'], 'other', false],
  ['shipping-single', [], 'uk', true],
  ['home', [], 'other', true],
  ['device-preferences', [], 'other', true],
])('%s with %j in the variant %s: %s', (page, permissions, variant, allowed) =>
  expect(mayOpen(page, permissions, variant)).toBe(allowed),
)
