import { expect, it } from 'vitest'
import { placeText } from './place-text.ts'

const TO = { city: 'Newtown', postal_code: 'sy16 2pq', country: 'GB' }

it.each([
  [{}, 'en-gb', 'Newtown, SY16 2PQ'],
  [{ city: '' }, 'en-gb', 'SY16 2PQ'],
  [{ city: 'Paris', postal_code: '75011', country: 'FR' }, 'en-gb', 'Paris, France, 75011'],
  [{ city: 'Munich', postal_code: '', country: 'DE' }, 'fr-fr', 'Munich, Allemagne'],
  [{ country: 'QX' }, 'en-gb', 'Newtown, QX, SY16 2PQ'],
])('%j in %s is at %s', (change, language, text) => {
  expect(placeText({ ...TO, ...change }, language)).toBe(text)
})
