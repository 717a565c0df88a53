import { expect, test } from 'vitest'
import { createdSchema, labelSchema, reasonIn, tokenSchema } from './answers.ts'

const UniqueId = '3A07033860010000B2268'
const TrackingNumber = 'TT021354698GB'
const created = (...packages: object[]) => createdSchema.safeParse({ Packages: packages, HttpStatusCode: 200 }).data

test.each<[string, object, string | undefined]>([
  ['the misspelt number of a package', { PackageOccurance: 1, UniqueId }, UniqueId],
  ['its correct spelling', { PackageOccurrence: 1, UniqueId }, UniqueId],
  ['both', { PackageOccurance: 1, PackageOccurrence: 1, UniqueId }, UniqueId],
  ['one of them null', { PackageOccurance: 1, PackageOccurrence: null, UniqueId }, UniqueId],
  ['a field that is new', { PackageOccurance: 1, UniqueId, Colour: 'red' }, UniqueId],
  ['a tracking number in place of an identifier', { PackageOccurance: 1, TrackingNumber }, TrackingNumber],
  ['neither spelling', { UniqueId }, undefined],
  ['another package', { PackageOccurance: 2, UniqueId }, undefined],
  ['no identifier', { PackageOccurance: 1 }, undefined],
  ['an identifier that leaves its path', { PackageOccurance: 1, UniqueId: '../../shipments/cancel' }, undefined],
  ['an identifier that is too short', { PackageOccurance: 1, UniqueId: '3A07' }, undefined],
])('reads a new shipment with %s', (_case, one, id) => expect(created(one)).toBe(id))

test.each([
  [[]],
  [
    [
      { PackageOccurance: 1, UniqueId },
      { PackageOccurance: 2, UniqueId },
    ],
  ],
])('reads no shipment of other than one package', (packages) => expect(created(...packages)).toBeUndefined())

test('reads a label, with a tracking number or without', () => {
  const LabelImage = Buffer.from('%PDF-').toString('base64')
  expect(labelSchema.parse({ LabelImage, TrackingNumber })).toEqual({
    pdf: Buffer.from('%PDF-'),
    number: TrackingNumber,
  })
  expect(labelSchema.parse({ LabelImage, TrackingNumber: null }).number).toBeUndefined()
  for (const none of [null, '']) expect(labelSchema.safeParse({ LabelImage: none }).success).toBe(false)
})

test.each([
  [1, true],
  [4_000, true],
  [0, false],
  [4_001, false],
])('a token of %i characters is read: %s', (length, isRead) => {
  expect(tokenSchema.safeParse({ token: 'x'.repeat(length) }).success).toBe(isRead)
})

test.each<[object | undefined, string | undefined]>([
  [{ Message: 'It is invalid.', Errors: [{ Message: 'One.', Cause: 'A' }, { Message: ' Two. ' }] }, 'One. Two.'],
  [{ Message: 'It is invalid.', Errors: [] }, 'It is invalid.'],
  [{ httpCode: 401, httpMessage: 'Unauthorized', moreInformation: 'Failure.' }, 'Failure.'],
  [{ httpCode: 429, httpMessage: 'Too Many Requests' }, 'Too Many Requests'],
  [{ Errors: 'none' }, undefined],
  [undefined, undefined],
])('reads why %j refuses', (body, reason) => expect(reasonIn(body)).toBe(reason))
