import type { DeviceEvent } from '@postroom/contract/device-messages'
import { expect, test } from 'vitest'
import { eventPublisher } from './event-publisher.ts'

const at = '2026-11-21T10:00:00Z'
const scale = (grams: number): DeviceEvent => ({
  type: 'scale',
  scale: { id: 'a', name: 'Scale', state: 'weight', grams, at },
})
const noPrinters: DeviceEvent = { type: 'printers', printers: [] }

/** A connection that acknowledges each message when the test says so. */
function aConnection() {
  const sent: DeviceEvent[] = []
  const acknowledge: (() => void)[] = []
  const events = eventPublisher((event) => {
    sent.push(event)
    return new Promise<void>((resolve) => acknowledge.push(resolve))
  })
  const acknowledged = async () => {
    acknowledge.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { events, sent, acknowledged }
}

test('publishes one event at a time, and only the newest waiting event of each subject', async () => {
  const { events, sent, acknowledged } = aConnection()
  events.setConnected(true)
  for (let grams = 1; grams <= 2_000; grams++) events.report(scale(grams))
  events.report(noPrinters)
  expect(sent).toEqual([scale(1)])
  await acknowledged()
  await acknowledged()
  await acknowledged()
  expect(sent).toEqual([scale(1), scale(2_000), noPrinters])
  events.report(scale(5))
  expect(sent.at(-1)).toEqual(scale(5))
})

test('drops events while disconnected, and waiting events when the connection is lost', async () => {
  const { events, sent, acknowledged } = aConnection()
  events.report(scale(1))
  events.setConnected(true)
  expect(sent).toEqual([])
  events.report(scale(2))
  events.report(noPrinters)
  events.setConnected(false)
  events.report(scale(3))
  events.setConnected(true)
  await acknowledged()
  expect(sent).toEqual([scale(2)])
  events.report(scale(4))
  events.report(noPrinters)
  events.setConnected(true) // nothing is lost by being connected still
  await acknowledged()
  expect(sent).toEqual([scale(2), scale(4), noPrinters])
})

test('continues after an event that the hub rejects', async () => {
  const sent: DeviceEvent[] = []
  const events = eventPublisher(async (event) => {
    sent.push(event)
    throw new Error('refused')
  })
  events.setConnected(true)
  events.report(scale(1))
  events.report(noPrinters)
  await new Promise((resolve) => setImmediate(resolve))
  expect(sent).toEqual([scale(1), noPrinters])
})
