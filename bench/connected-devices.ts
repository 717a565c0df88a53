import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../apps/server/src/db/database.ts'
import { inTransaction } from '../apps/server/src/db/in-transaction.ts'
import { channelsOf } from '../apps/server/src/features/hubs/hub-channels.ts'
import { SOCKET_PATH } from '../apps/server/src/features/hubs/hub-grant.ts'
import { insertDeviceGrant } from '../apps/server/src/features/hubs/hub-grant.store.ts'
import { saveHub } from '../apps/server/src/features/hubs/hub.store.ts'
import { newSecret } from '../apps/server/src/secret-token.ts'
import { serverWithBuyers } from './server-with-buyers.ts'

/**
 * `npm run connected-devices -- 2000`: connects 2,000 device managers to one server process. Reports the memory of each, the
 * processor time of a server whose devices are idle, the round trip of a message at a calm pace, and the messages a second
 * at most. Clients, server and PostgreSQL share the machine.
 */
const count = Number(process.argv[2] ?? 2_000)
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

const shop = await serverWithBuyers({ processes: 1, buyers: 1 })

/** Devices whose grant lets them read what they write, so that a message returns to its sender. */
async function pairDevices(): Promise<Device[]> {
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

async function connect({ channel, token }: Device): Promise<Connection> {
  const socket = new WebSocket(`${shop.urls[0]!.replace('http', 'ws')}/api${SOCKET_PATH}`)
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

const say = (name: string, value: string): void => void process.stdout.write(`${name.padEnd(44)}${value}\n`)
const at = (times: readonly number[], share: number): string =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)]!.toFixed(1)

try {
  const devices = await pairDevices()
  const before = shop.memory()
  const connections: Connection[] = []
  for (let from = 0; from < count; from += CONNECT_AT_ONCE)
    connections.push(...(await Promise.all(devices.slice(from, from + CONNECT_AT_ONCE).map(connect))))
  await sleep(5_000)
  const { servers } = shop.memory()
  say('memory of each device in the server, kB', ((servers - before.servers) / count / 1e3).toFixed(1))

  const rested = shop.cpuSeconds()
  await sleep(QUIET_S * 1_000)
  const spent = shop.cpuSeconds()
  const share = (part: 'servers' | 'postgres') => `${((100 * (spent[part] - rested[part])) / QUIET_S).toFixed(1)} %`
  say('processor while idle: server, PostgreSQL', `${share('servers')}, ${share('postgres')}`)

  const calm: Promise<number>[] = []
  while (calm.length < CALM_MESSAGES) {
    calm.push(connections[(calm.length * 7) % count]!.roundTrip())
    await sleep(CALM_EVERY_MS)
  }
  const times = await Promise.all(calm)
  say('round trip, 100 a second: p50, p99 ms', `${at(times, 0.5)}, ${at(times, 0.99)}`)

  const end = performance.now() + BUSY_S * 1_000
  const busy = await Promise.all(
    connections.slice(0, BUSY_DEVICES).map(async (connection) => {
      let messages = 0
      for (; performance.now() < end; messages++) await connection.roundTrip()
      return messages
    }),
  )
  say(`messages a second, ${BUSY_DEVICES} devices at once`, (busy.reduce((a, b) => a + b, 0) / BUSY_S).toFixed(0))
  connections.forEach((connection) => connection.close())
} finally {
  await shop.close()
}
