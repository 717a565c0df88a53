import type { DeviceEvent } from '@postroom/contract/device-messages'
import { expect, test } from 'vitest'
import { newsTeller } from './news-teller.ts'

const at = '2026-11-21T10:00:00Z'
const scale = (grams: number): DeviceEvent => ({
  type: 'scale',
  scale: { id: 'a', name: 'Scale', state: 'weight', grams, at },
})
const noPrinters: DeviceEvent = { type: 'printers', printers: [] }

/** A line on which each message is acknowledged when the test says so. */
function aLine() {
  const sent: DeviceEvent[] = []
  const acknowledge: (() => void)[] = []
  const news = newsTeller((event) => {
    sent.push(event)
    return new Promise<void>((resolve) => acknowledge.push(resolve))
  })
  const acknowledged = async () => {
    acknowledge.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { news, sent, acknowledged }
}

test('one piece of news is on its way at a time, and of what waits only the newest of each thing is told', async () => {
  const { news, sent, acknowledged } = aLine()
  news.isOnLine(true)
  for (let grams = 1; grams <= 2_000; grams++) news.tell(scale(grams))
  news.tell(noPrinters)
  expect(sent).toEqual([scale(1)])
  await acknowledged()
  await acknowledged()
  await acknowledged()
  expect(sent).toEqual([scale(1), scale(2_000), noPrinters])
  news.tell(scale(5))
  expect(sent.at(-1)).toEqual(scale(5))
})

test('nothing is kept while there is no line, nor what waited when it was lost', async () => {
  const { news, sent, acknowledged } = aLine()
  news.tell(scale(1))
  news.isOnLine(true)
  expect(sent).toEqual([])
  news.tell(scale(2))
  news.tell(noPrinters)
  news.isOnLine(false)
  news.tell(scale(3))
  news.isOnLine(true)
  await acknowledged()
  expect(sent).toEqual([scale(2)])
})

test('news that the hub refuses does not hold up what comes after it', async () => {
  const sent: DeviceEvent[] = []
  const news = newsTeller(async (event) => {
    sent.push(event)
    throw new Error('refused')
  })
  news.isOnLine(true)
  news.tell(scale(1))
  news.tell(noPrinters)
  await new Promise((resolve) => setImmediate(resolve))
  expect(sent).toEqual([scale(1), noPrinters])
})
