import { HISTORY_LIMIT } from '@postroom/contract/hub-wire'
import { expect, test } from 'vitest'
import type { HubChannels, HubMessage, HubTransport } from '../hub-transport.ts'

/** One hub with a user and a device manager, each with its usual grant. */
export interface TestedHub {
  channels: HubChannels
  userConnection: () => Promise<HubTransport>
  deviceConnection: () => Promise<HubTransport>
  /** The publisher name of the device manager. */
  device: string
}

/** Resolves with the first `count` messages. */
export function collect(count: number) {
  const messages: HubMessage[] = []
  const done = Promise.withResolvers<HubMessage[]>()
  const onMessage = (message: HubMessage) => {
    messages.push(message)
    if (messages.length === count) done.resolve(messages)
  }
  return { onMessage, messages, done: done.promise }
}

/** The whole numbers from `from` to `to`, without `to`. */
export const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n)

/** A message as an object: every hub delivers objects, but some reject empty values. */
export const numbered = (n: number) => ({ n })
export const numberIn = ({ message }: HubMessage): number | undefined => (message as { n?: number }).n

/** The behaviour of every transport. */
export function testTransport(hub: () => TestedHub): void {
  const both = async () => {
    const { channels, device, userConnection, deviceConnection } = hub()
    return { channels, device, web: await userConnection(), manager: await deviceConnection() }
  }

  test('reports its time as 17 digits', async () => {
    const time = await (await hub().userConnection()).time()
    expect(time).toMatch(/^\d{17}$/)
    expect(Math.abs(Number(time.slice(0, 13)) - Date.now())).toBeLessThan(5_000)
  })

  test('delivers a request and its answer, each with its true publisher', async () => {
    const { web, manager, channels, device } = await both()
    const [asked, answered] = [collect(1), collect(1)]
    await manager.subscribe([channels.req], asked.onMessage)
    await web.subscribe([channels.res], answered.onMessage)
    const hostile = { text: "é!~*'() / ?#%2F , \u0000 😀", n: [1.5, null] }
    const { timetoken } = await web.publish(channels.req, hostile)
    const [request] = await asked.done
    expect(request).toMatchObject({ channel: channels.req, timetoken, message: hostile })
    expect(request?.publisher).toMatch(/^user\./)
    await manager.publish(channels.res, 'done')
    expect((await answered.done)[0]).toMatchObject({ message: 'done', publisher: device })
  })

  test('gives 130 messages rising timetokens, and bounds the history as the contract says', async () => {
    const { web, manager, channels, device } = await both()
    const heard = collect(131)
    await web.subscribe([channels.evt], (message) => {
      if (numberIn(message) !== undefined) heard.onMessage(message)
    })
    const tokens: string[] = []
    for (const n of numbers(0, 130)) tokens.push((await manager.publish(channels.evt, numbered(n))).timetoken)
    expect(tokens).toEqual([...new Set(tokens)].toSorted())
    await manager.publish(channels.evt, numbered(130), { store: false })
    expect((await heard.done).map(numberIn)).toEqual(numbers(0, 131))

    const history = async (range: { start?: string; end?: string; count: number }) =>
      (await web.history(channels.evt, range)).map(numberIn)
    const count = HISTORY_LIMIT
    expect(await history({ count })).toEqual(numbers(30, 130)) // the newest, oldest first, without messages that were not stored
    expect(await history({ start: tokens[30]!, count })).toEqual(numbers(0, 30)) // start excludes
    expect(await history({ end: tokens[100]!, count })).toEqual(numbers(100, 130)) // end includes
    expect(await history({ end: tokens[5]!, count: 3 })).toEqual([5, 6, 7])
    expect(await history({ start: tokens[20]!, end: tokens[10]!, count })).toEqual(numbers(10, 20))
    const [first] = await web.history(channels.evt, { count: 1 })
    expect(first).toMatchObject({ channel: channels.evt, timetoken: tokens[129], publisher: device })
  })

  test('delivers to a late subscriber exactly the messages after its timetoken', async () => {
    const { web, manager, channels } = await both()
    const first = await manager.publish(channels.res, 'before')
    for (const n of numbers(0, 250)) await manager.publish(channels.res, numbered(n))
    const heard = collect(250)
    await web.subscribe([channels.res], heard.onMessage, first.timetoken)
    expect((await heard.done).map(numberIn)).toEqual(numbers(0, 250))
  })

  test('shares a connection between listeners, each with its channels until it unsubscribes', async () => {
    const { web, manager, channels } = await both()
    const [stopped, other, after] = [collect(1), collect(1), collect(2)]
    const stop = await web.subscribe([channels.res], stopped.onMessage)
    await web.subscribe([channels.evt], other.onMessage)
    await web.subscribe([channels.res], after.onMessage)
    await manager.publish(channels.res, 'first')
    await stopped.done
    stop()
    await manager.publish(channels.res, 'second')
    await after.done
    expect(stopped.messages).toHaveLength(1)
    expect(other.messages.filter(({ channel }) => channel !== channels.evt)).toEqual([])
  })

  test.each<[string, (transport: HubTransport, channels: HubChannels) => Promise<unknown>]>([
    ['writing to a foreign channel', (transport) => transport.publish('pubnub.other.default.req', 1)],
    ['writing to a read-only channel', (transport, { res }) => transport.publish(res, 1)],
    ['reading a write-only channel', (transport, { req }) => transport.subscribe([req], () => {})],
    ['reading a list with one foreign channel', (transport, { res }) => transport.subscribe([res, 'x'], () => {})],
    ['the history of a foreign channel', (transport) => transport.history('x', { count: 1 })],
  ])('refuses %s', async (_, act) => {
    const { userConnection, channels } = hub()
    await expect(act(await userConnection(), channels)).rejects.toMatchObject({ status: 403 })
  })

  test('keeps earlier subscriptions after a refused one', async () => {
    const { web, manager, channels } = await both()
    const [heard, refused] = [collect(1), collect(1)]
    await web.subscribe([channels.res], heard.onMessage)
    await expect(web.subscribe([channels.res, 'x'], refused.onMessage)).rejects.toMatchObject({ status: 403 })
    await manager.publish(channels.res, 'still here')
    expect((await heard.done)[0]?.message).toBe('still here')
    expect(refused.messages).toEqual([])
  })

  test('rejects a message beyond the limit and keeps the connection', async () => {
    const { web, manager, channels } = await both()
    const heard = collect(1)
    await manager.subscribe([channels.req], heard.onMessage)
    await expect(web.publish(channels.req, 'x'.repeat(33_000))).rejects.toMatchObject({ status: 413 })
    await expect(web.publish(channels.req, 'x'.repeat(70_000))).rejects.toMatchObject({ status: 413 })
    await web.publish(channels.req, 'é'.repeat(20_000))
    expect((await heard.done)[0]?.message).toBe('é'.repeat(20_000))
  })

  test('rejects calls after close', async () => {
    const web = await hub().userConnection()
    await web.close()
    await expect(web.publish(hub().channels.req, 1)).rejects.toMatchObject({ status: 0 })
    await expect(web.time()).rejects.toMatchObject({ status: 0 })
  })
}
