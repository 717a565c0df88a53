import { describe, expect, it } from 'vitest'
import type { Call } from '../royal-mail/send-call.ts'
import type { CreateShipment } from './create-shipment.ts'
import type { Session } from './session.ts'
import { isTurnedAway, shippingV3Api } from './shipping-v3-api.ts'

type Sent = Awaited<ReturnType<Session['send']>>

const ID = '3A07033860010000B2268'
const NO_REASON = 'Royal Mail refused the shipment and gave no reason.'
const answered = (status: number, body: unknown): Sent => ({
  kind: 'answered',
  status,
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
})
const UNKNOWN = { kind: 'unknown' } as const
const NOT_SENT = { kind: 'refused', status: 0, reason: 'Busy.' } as const
const refused = (status: number, reason: string) => ({ kind: 'refused', status, reason })
const errors = (...messages: string[]) => ({ Errors: messages.map((Message) => ({ Message })) })

const apiAnswering = (sent: Sent) => {
  const calls: Call[] = []
  const send: Session['send'] = async (call) => {
    calls.push(call)
    return sent
  }
  return { api: shippingV3Api({ send }), calls }
}

describe('a shipment that is created', () => {
  it.each<[Sent, object]>([
    [answered(200, { Packages: [{ PackageOccurrence: 1, UniqueId: ID }] }), { kind: 'ok', value: ID }],
    [answered(201, { Packages: [{ PackageOccurrence: 1, UniqueId: ID }] }), { kind: 'ok', value: ID }],
    [answered(200, { Packages: [] }), UNKNOWN],
    [answered(200, 'gibberish'), UNKNOWN],
    [answered(300, 'gibberish'), refused(300, NO_REASON)],
    [answered(400, errors('One.', 'Two.')), refused(400, 'One. Two.')],
    [answered(400, ''), refused(400, NO_REASON)],
    [UNKNOWN, UNKNOWN],
    [NOT_SENT, NOT_SENT],
  ])('is known from %j', async (sent, known) => {
    const { api, calls } = apiAnswering(sent)
    expect(await api.create({ Shipper: {} } as CreateShipment)).toEqual(known)
    expect(calls).toEqual([{ method: 'POST', path: '/shipments', body: { Shipper: {} } }])
  })
})

it('asks for a label as a PDF', async () => {
  const LabelImage = Buffer.from('%PDF-').toString('base64')
  const { api, calls } = apiAnswering(answered(200, { LabelImage, TrackingNumber: 'TT021354698GB' }))
  const value = { pdf: Buffer.from('%PDF-'), number: 'TT021354698GB' }
  expect(await api.printLabel('a/b')).toEqual({ kind: 'ok', value })
  expect(calls).toEqual([{ method: 'PUT', path: '/shipments/a%2Fb/printLabel', body: { LabelFormat: 'PDF' } }])
})

describe('a shipment that is cancelled', () => {
  const OK = { kind: 'ok', value: undefined }
  it.each<[Sent, object]>([
    [answered(200, ''), OK],
    [answered(404, errors('Not there.')), OK],
    [answered(400, errors('It is cancelled.')), OK],
    [answered(400, errors('It has been CANCELLED.')), OK],
    [answered(400, errors('It was already cancelled.')), OK],
    [answered(400, errors('It cannot be cancelled.')), refused(400, 'It cannot be cancelled.')],
    [answered(400, errors('A manifested one is cancelled.')), refused(400, 'A manifested one is cancelled.')],
    [answered(403, errors('No.')), refused(403, 'No.')],
    [UNKNOWN, UNKNOWN],
    [NOT_SENT, NOT_SENT],
  ])('is known from %j', async (sent, known) => {
    const { api, calls } = apiAnswering(sent)
    expect(await api.cancel(ID)).toEqual(known)
    const body = [{ ShipmentId: ID, ReasonForCancellation: 'OrderCancelled' }]
    expect(calls).toEqual([{ method: 'PUT', path: '/shipments/cancel', body }])
  })
})

it.each([
  [0, true],
  [401, true],
  [403, true],
  [400, false],
  [404, false],
])('a call refused with %i is turned away: %s', (status, isAway) => {
  expect(isTurnedAway({ kind: 'refused', status, reason: '' })).toBe(isAway)
})

it('a call that was answered or may have been is not turned away', () => {
  expect(isTurnedAway({ kind: 'ok', value: 1 })).toBe(false)
  expect(isTurnedAway(UNKNOWN)).toBe(false)
})
