import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../apps/server/src/db/database.ts'
import { inTransaction } from '../../apps/server/src/db/in-transaction.ts'
import { channelsOf } from '../../apps/server/src/features/hubs/hub-channels.ts'
import { SOCKET_PATH } from '../../apps/server/src/features/hubs/hub-grant.ts'
import { insertDeviceGrant } from '../../apps/server/src/features/hubs/hub-grant.store.ts'
import { saveHub } from '../../apps/server/src/features/hubs/hub.store.ts'
import { newSecret } from '../../apps/server/src/secret-token.ts'
import { percentile, type Part } from '../figure.ts'
import { serverWithBuyers } from '../server-with-buyers.ts'

const DAY_MS = 86_400_000
const QUIET_S = 20
const CALM_MESSAGES = 1_000
const CALM_EVERY_MS = 10
const BUSY_DEVICES = 64
const BUSY_S = 10
const CONNECT_AT_ONCE = 50

interface Device {
  channel: string
  token: string
}

type Shop = Awaited<ReturnType<typeof serverWithBuyers>>

/** Devices whose grant lets them read what they write, so that a message returns to its sender. */
async function pairDevices(shop: Shop, count: number): Promise<Device[]> {
  const database = await openDatabase(shop.database)
  const { db } = database
  const devices: Device[] = []
  while (devices.length < count) {
    const { organisation: organisation_id } = shop.buyers[0]!
    const about = { organisation_id, alias: 'Front', public_key: randomBytes(32), paired_by: null }
    const hub_id = await inTransaction(db, (tx) => saveHub(tx, about))
    const device = { channel: channelsOf(hub_id, 'default').evt, token: newSecret() }
    const rights = { hub_id, client: 'device', reads: [device.channel], writes: [device.channel] }
    const expires_at = new Date(Date.now() + DAY_MS)
    await insertDeviceGrant(db, randomUUID(), { ...rights, expires_at, token: device.token })
    devices.push(device)
  }
  await database.close()
  return devices
}

interface Connection {
  /** Resolves with the milliseconds until the message has come back. */
  roundTrip(): Promise<number>
  close(): void
}

async function connect(url: string, { channel, token }: Device): Promise<Connection> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api${SOCKET_PATH}`)
  await once(socket, 'open')
  socket.send(JSON.stringify({ auth: token }))
  await once(socket, 'message')
  socket.send(JSON.stringify({ sub: channel, n: 0 }))
  await once(socket, 'message')
  let sent = 0
  const waiting = new Map<number, () => void>()
  socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
    const { m } = JSON.parse(data) as { m?: { d: { number?: number } } }
    const number = m?.d.number
    if (number === undefined) return
    waiting.get(number)?.()
    waiting.delete(number)
  })
  return {
    roundTrip: async () => {
      const number = ++sent
      const begin = performance.now()
      const returned = new Promise<void>((resolve) => waiting.set(number, resolve))
      socket.send(JSON.stringify({ pub: channel, d: { number }, store: false, n: number }))
      await returned
      return performance.now() - begin
    },
    close: () => socket.close(),
  }
}

/** What 2,000 device managers cost one server process. Clients, server and PostgreSQL share the machine. */
export const measureDevices: Part = async ({ devices: count }) => {
  const shop = await serverWithBuyers({ processes: 1, buyers: 1 })
  try {
    const devices = await pairDevices(shop, count)
    const before = shop.memory()
    const connections = await connectAll(shop.urls[0]!, devices)
    await sleep(5_000)
    const each_kb = (shop.memory().servers - before.servers) / count / 1e3
    const idle = await processorWhileIdle(shop)
    const times = await callCalmly(connections)
    const a_second = await callBusily(connections)
    connections.forEach((connection) => connection.close())
    return [
      { row: 16, name: 'memory of each in the server', value: each_kb, unit: 'kB', target: { atMost: 15 } },
      {
        row: 16,
        name: 'round trip, 100 a second, p99',
        value: percentile(times, 0.99),
        unit: 'ms',
        target: { atMost: 20 },
      },
      { name: 'the same, p50', value: percentile(times, 0.5), unit: 'ms' },
      { row: 16, name: 'messages at most', value: a_second, unit: 'a second', target: { atLeast: 2_000 } },
      { name: 'processor of the server while idle', value: idle.servers, unit: '%' },
      { name: 'processor of PostgreSQL while idle', value: idle.postgres, unit: '%' },
    ]
  } finally {
    await shop.close()
  }
}

async function connectAll(url: string, devices: readonly Device[]): Promise<Connection[]> {
  const connections: Connection[] = []
  for (let from = 0; from < devices.length; from += CONNECT_AT_ONCE) {
    const some = devices.slice(from, from + CONNECT_AT_ONCE)
    connections.push(...(await Promise.all(some.map((device) => connect(url, device)))))
  }
  return connections
}

async function processorWhileIdle(shop: Shop) {
  const before = shop.cpuSeconds()
  await sleep(QUIET_S * 1_000)
  const after = shop.cpuSeconds()
  const share = (part: 'servers' | 'postgres') => (100 * (after[part] - before[part])) / QUIET_S
  return { servers: share('servers'), postgres: share('postgres') }
}

async function callCalmly(connections: readonly Connection[]): Promise<number[]> {
  const calm: Promise<number>[] = []
  while (calm.length < CALM_MESSAGES) {
    calm.push(connections[(calm.length * 7) % connections.length]!.roundTrip())
    await sleep(CALM_EVERY_MS)
  }
  return Promise.all(calm)
}

/** @returns the messages a second */
async function callBusily(connections: readonly Connection[]): Promise<number> {
  const end = performance.now() + BUSY_S * 1_000
  const sent = await Promise.all(
    connections.slice(0, BUSY_DEVICES).map(async (connection) => {
      let messages = 0
      for (; performance.now() < end; messages++) await connection.roundTrip()
      return messages
    }),
  )
  return sent.reduce((all, one) => all + one, 0) / BUSY_S
}
