import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { purchaseScene, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { reportingDevice } from '../../testing/reporting-device.ts'
import { hubClient } from './hub-client.ts'

let scene: PurchaseScene
let hub: string
beforeAll(async () => {
  scene = await purchaseScene(0)
  hub = (await reportingDevice(scene, scene.buyer.organisation)).hub
})
afterAll(() => scene.close())

/** A client that may write to `a` and read `a` and `b`. */
function aClient({ hub_id = hub, takes = Infinity } = {}) {
  const sent: Record<string, unknown>[] = []
  const rights = { hub_id, client: 'me', reads: ['a', 'b'], writes: ['a'] }
  const grant = { ...rights, expires_at: new Date('2030-01-01'), isDevice: false }
  const client = hubClient(scene.context.db, grant, async (frame) => {
    if (sent.length >= takes) return false
    return sent.push(frame) > 0
  })
  return { client, sent }
}
const T = expect.stringMatching(/^\d{17}$/) as string

it('may write to and read from the channels of its grant only', async () => {
  const { client, sent } = aClient()
  await client.answer({ n: 1, pub: 'b', d: 1 })
  await client.answer({ n: 2, sub: 'c' })
  await client.answer({ n: 3, hist: 'c', count: 1 })
  await client.answer({ n: 4, pub: 'a', d: 1 })
  await client.answer({ n: 5, sub: 'b' })
  await client.answer({ n: 6, time: 1 })
  expect(sent).toEqual([
    { n: 1, err: 403 },
    { n: 2, err: 403 },
    { n: 3, err: 403 },
    { n: 4, t: T },
    { n: 5, t: T },
    { n: 6, t: T },
  ])
})

it('publishes up to 32,768 characters, also nothing, and keeps for the history what it says', async () => {
  const { client, sent } = aClient()
  await client.answer({ n: 1, pub: 'a', d: 'x'.repeat(32_766) })
  await client.answer({ n: 2, pub: 'a', d: 'x'.repeat(32_767) })
  await client.answer({ n: 3, pub: 'a', d: undefined })
  await client.answer({ n: 4, pub: 'a', d: 'unkept', store: false })
  await client.answer({ n: 5, hist: 'a', count: 2 })
  expect(sent.slice(0, 4)).toEqual([
    { n: 1, t: T },
    { n: 2, err: 413 },
    { n: 3, t: T },
    { n: 4, t: T },
  ])
  expect(sent[4]).toMatchObject({ n: 5, h: [{ d: 'x'.repeat(32_766) }, { d: null, c: 'a', i: 'me' }] })
})

it('publishes nothing on a hub that was unpaired a moment ago', async () => {
  const { client, sent } = aClient({ hub_id: randomUUID() })
  await client.answer({ n: 1, pub: 'a', d: 1 })
  expect(sent).toEqual([{ n: 1, err: 403 }])
})

it('gets every message after its place, also more than are read at once, and says how far it is', async () => {
  const { client: writer } = aClient()
  const { client, sent } = aClient()
  await client.answer({ n: 0, sub: 'a' })
  const since = sent.pop()!['t'] as string
  for (let n = 1; n <= 45; n++) await writer.answer({ n, pub: 'a', d: n })
  await client.wake('b')
  expect(sent).toEqual([])
  await client.wake('a')
  const of = (frames: typeof sent) => frames.map(({ m }) => (m as { d: number }).d)
  expect(of(sent)).toEqual(Array.from({ length: 45 }, (_, n) => n + 1))
  const last = (sent.at(-1)!['m'] as { t: string }).t
  expect(client.places()).toEqual([{ hub_id: hub, channel: 'a', after: last }])
  const again = aClient()
  await again.client.answer({ n: 1, sub: 'a', since })
  expect(of(again.sent.slice(0, -1))).toEqual(of(sent))
  expect(again.sent.at(-1)).toEqual({ n: 1, t: last })
})

it('stays at the last message that it took when it leaves', async () => {
  const { client: writer } = aClient()
  const { client, sent } = aClient({ takes: 3 })
  await client.answer({ n: 0, sub: 'a' })
  for (const n of [1, 2, 3, 4]) await writer.answer({ n, pub: 'a', d: n })
  await client.wake('a')
  expect(sent).toHaveLength(3)
  expect(client.places()[0]!.after).toBe((sent[2]!['m'] as { t: string }).t)
})
