import type { Draft } from './buy.ts'

/** A letter of 50 g, second class, with a label as its only document. */
export const LETTER: Draft = {
  service: '2',
  options: [],
  to: { name: 'Marguerite Llewellyn', address1: '14 Heol y Gogledd', city: 'Aberystwyth', postal_code: 'SY23 2HT' },
  from: { name: 'Angharad Kendall', address1: '3 Stryd y Bont', city: 'Machynlleth', postal_code: 'SY20 8AE' },
  parcels: [{ packaging: 'letter', weight: { value: 50, units: 'G' } }],
}

/** A parcel whose way can be followed. */
export const TRACKED: Draft = {
  ...LETTER,
  service: 'TR24',
  options: [{ code: 'tracked' }],
  parcels: [{ packaging: 'small_parcel', weight: { value: 400, units: 'G' } }],
}
