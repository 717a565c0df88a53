import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteExpired } from '../../operation/retention.store.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { appendMessage, logPosition, messagesAfter } from './hub-log.store.ts'
import { pairedDevice } from './testing/paired-device.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const MS_TICKS = 10_000
const DAY_TICKS = 24 * 3600 * 1000 * MS_TICKS

async function aLog() {
  const { db } = app.context
  const { hub } = await pairedDevice(app)
  const channel = hub.channels.evt
  const append = (payload: string) =>
    appendMessage(db, { hub_id: hub.id, channel, publisher: 'server', payload, keep: true })
  return {
    append,
    position: () => logPosition(db, hub.id),
    payloads: async () => {
      const messages = await messagesAfter(db, { hub_id: hub.id, channel, after: '0', limit: 100 })
      return messages.map(({ payload }) => payload)
    },
    /** Moves all messages this many ticks into the past. */
    shift: (ticks: number) =>
      sql`
        with old as (delete from hub_message where hub_id = ${hub.id}::uuid returning *)
        insert into hub_message select hub_id, t - ${ticks}::bigint, channel, publisher, payload, keep from old
      `.execute(db),
  }
}

test('deletes messages older than a day but keeps the newest, so that timetokens never step back', async () => {
  const [quiet, busy] = [await aLog(), await aLog()]
  for (const log of [quiet, busy]) {
    await log.append('1')
    await log.append('2')
    // the retention's clock has whole milliseconds, the log's has ticks
    await log.shift(DAY_TICKS + MS_TICKS)
  }
  await busy.append('3')
  await deleteExpired(app.context.db, 2192, new Date())
  expect(await quiet.payloads()).toEqual(['2'])
  expect(await busy.payloads()).toEqual(['3'])
})

test('a reader misses nothing while many write and some commit slowly', async () => {
  const { db } = app.context
  const { hub } = await pairedDevice(app)
  const channel = hub.channels.evt
  const [writers, each] = [8, 25]
  const write = async (writer: number) => {
    for (let n = 0; n < each; n++)
      await db.transaction().execute(async (tx) => {
        const payload = String(writer * each + n)
        await appendMessage(tx, { hub_id: hub.id, channel, publisher: 'server', payload, keep: true })
        await sleep(Math.random() * 4)
      })
  }
  let isOver = false
  const read: string[] = []
  const follow = async () => {
    for (let after = '0', last = false; ; last = isOver) {
      const messages = await messagesAfter(db, { hub_id: hub.id, channel, after, limit: 50 })
      read.push(...messages.map(({ payload }) => payload))
      after = messages.at(-1)?.t ?? after
      if (last && messages.length === 0) return
    }
  }
  const following = follow()
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
  isOver = true
  await following
  expect(new Set(read).size).toBe(writers * each)
})

test('timetokens rise even when the clock is set back', async () => {
  const log = await aLog()
  await log.append('1')
  await log.shift(-DAY_TICKS)
  const ahead = await log.position()
  const next = await log.append('2')
  expect(BigInt(next)).toBe(BigInt(ahead) + 1n)
  expect(await log.payloads()).toEqual(['1', '2'])
})
