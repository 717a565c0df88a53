import { expect, it } from 'vitest'
import { formNameOf } from './form-names.ts'

it.each([
  ['to.postal_code', 'to.postal_code'],
  ['from.email', 'from.email'],
  ['parcels.0.weight.value', 'weight'],
  ['parcels.0.dim.width', 'width'],
  ['parcels.0.dim', 'length'],
  ['options.0.fields.amount.value', 'amount'],
  ['options.0', 'service'],
  ['references.0', 'reference'],
  ['customs.contents_items.0.hs_code', 'customs.contents_items.0.hs_code'],
  ['customs.contents_items.12.weight.value', 'customs.contents_items.12.weight'],
  ['customs.company_EORI_number', 'customs.company_EORI_number'],
  ['shipping_date', 'shipping_date'],
  ['by', undefined],
  ['to', undefined],
])('maps the server field %s to the form field %s', (field, name) => expect(formNameOf({ field })).toBe(name))
