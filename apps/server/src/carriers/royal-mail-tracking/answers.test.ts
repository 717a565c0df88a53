import { expect, it, test } from 'vitest'
import { eventsSchema, scansOf } from './answers.ts'

const answer = (events: unknown[], more: object = {}) => ({ mailPieces: { mailPieceId: 'A', events, ...more } })
const AT = '2026-11-20T09:00:00+01:00'
const scans = (events: unknown[]) => scansOf('A', eventsSchema.parse(answer(events)).mailPieces.events)

it('reads times with their zone, and texts as one printable line', () => {
  const eventName = ` Two\nlines\u202e and\u0000 a${' long'.repeat(100)} end`
  const [scan] = scans([{ eventCode: 'EVDAV', eventName, eventDateTime: AT, locationName: null }])
  expect(scan).toMatchObject({ item_number: 'A', at: new Date('2026-11-20T08:00:00Z'), code: 'accepted', place: '' })
  expect(scan!.description).toMatch(/^Two lines and a long[ long]*$/)
  expect(scan!.description).toHaveLength(120)
})

it('does not read the name of the person who signed', () => {
  const signature = { recipientName: 'Idris Pembroke', signatureDateTime: AT }
  const read = eventsSchema.parse(answer([{ eventCode: 'EVKSP', eventDateTime: AT }], { signature }))
  expect(JSON.stringify(read)).not.toContain('Pembroke')
})

test.each<[string, unknown]>([
  ['a time without a zone', answer([{ eventDateTime: '2026-11-20T09:00:00' }])],
  ['an event without a time', answer([{ eventCode: 'EVDAV' }])],
  ['more events than an item can have', answer(Array.from({ length: 201 }, () => ({ eventDateTime: AT })))],
  ['a code of any length', answer([{ eventCode: 'E'.repeat(21), eventDateTime: AT }])],
  ['no item', { mailPieces: {} }],
  ['several items', { mailPieces: [{ mailPieceId: 'A' }] }],
  ['nothing', undefined],
])('%s is not understood', (_case, body) => expect(eventsSchema.safeParse(body).success).toBe(false))

it('understands an item without events', () => {
  expect(eventsSchema.safeParse({ mailPieces: { mailPieceId: 'A' } }).success).toBe(true)
  expect(eventsSchema.safeParse({ mailPieces: { mailPieceId: 'A', events: null } }).success).toBe(true)
})
