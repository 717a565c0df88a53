import { createHash, randomBytes, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { readConfig } from '../apps/server/src/config.ts'
import { loginsOf } from '../apps/server/src/db/logins.ts'
import { startServer } from '../apps/server/src/start-server.ts'
import { aDraft, type Buyer } from './server-with-buyers.ts'

/** A statement of a purchase, as it was sent, and what came of it. */
interface Sent {
  user: string | undefined
  config: { name?: string; text: string; values?: unknown[] }
  rows: number | null
}

interface Recorded {
  organisation: string
  key: string
  id: string
  item_number: string
  statements: Sent[]
}

const ITEM_NUMBER = /[A-Z]{2}\d{9}GB/

type Query = (this: pg.Client, asked: string | Sent['config'], values?: unknown[]) => Promise<pg.QueryResult>
const prototype = pg.Client.prototype as unknown as { query: Query }

/** Buys with each buyer at a server in this process, and records the statements of the last purchase. */
export async function recordPurchases(database: string, buyers: readonly Buyer[]): Promise<Recorded[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-bench-sql-'))
  const settings = { DATA_DIR: folder, DATABASE_URL: database, PORT: '0', DEVICE_MANAGER: 'off', LOG_LEVEL: 'fatal' }
  const server = await startServer(readConfig({ ...settings, DEMO: 'off' }), (error) => {
    throw error
  })
  const recorded: Recorded[] = []
  try {
    for (const buyer of buyers) {
      await record(server.url, buyer)
      recorded.push(await record(server.url, buyer))
    }
  } finally {
    await server.stop()
    fs.rmSync(folder, { recursive: true })
  }
  return recorded
}

async function record(url: string, buyer: Buyer): Promise<Recorded> {
  const statements: Sent[] = []
  const { query } = prototype
  prototype.query = async function (asked, values) {
    const config: Sent['config'] = typeof asked === 'string' ? { text: asked, ...(values && { values }) } : { ...asked }
    if (typeof asked !== 'string' && asked.name !== undefined) config.name = nameOf(asked.text)
    const sent: Sent = { user: this.user, config, rows: null }
    statements.push(sent)
    const result = await query.call(this, asked, values)
    sent.rows = result.rowCount
    return result
  }
  const key = `recorded-${randomUUID()}`
  try {
    const answer = await fetch(`${url}/api/stamp/v1/shipment/process?pending_id=${key}`, {
      method: 'POST',
      headers: { authorization: buyer.authorization, 'content-type': 'application/json' },
      body: JSON.stringify(aDraft(buyer)),
    })
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
    const shipment = await answer.text()
    const { id } = JSON.parse(shipment) as { id: string }
    return { organisation: buyer.organisation, key, id, item_number: ITEM_NUMBER.exec(shipment)![0], statements }
  } finally {
    prototype.query = query
  }
}

/** The names of prepared statements belong to one connection, and the statements were recorded on several. */
const nameOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

/**
 * Clients that send the recorded statements of a purchase again, each time with a new id, key and item number, and new
 * secrets of links.
 *
 * @throws Error when a statement changes or finds another number of rows than in the purchase
 */
export async function sqlClients(database: string, recorded: readonly Recorded[]) {
  const logins = await loginsOf(database)
  const opened: pg.Client[] = []
  const calls = await Promise.all(
    recorded.map(async (purchase, index) => {
      const clients = new Map<string | undefined, pg.Client>()
      for (const login of [logins.app, logins.platform]) {
        const client = new pg.Client(login)
        await client.connect()
        await client.query(`select set_config('app.organisation', $1, false)`, [purchase.organisation])
        clients.set(client.user, client)
        opened.push(client)
      }
      let sent = 0
      return () => replay(clients, purchase, `S${index}N${sent++}`)
    }),
  )
  return { calls, close: async () => void (await Promise.all(opened.map((client) => client.end()))) }
}

async function replay(
  clients: Map<string | undefined, pg.Client>,
  { key, id, item_number, statements }: Recorded,
  number: string,
): Promise<void> {
  const fresh = randomUUID()
  const renewed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((part) => (Buffer.isBuffer(part) ? randomBytes(part.length) : part))
    if (typeof value !== 'string') return value
    return value.replaceAll(id, fresh).replaceAll(key, `replayed-${fresh}`).replaceAll(item_number, number)
  }
  for (const { user, config, rows } of statements) {
    const { rowCount } = await clients.get(user)!.query({ ...config, values: config.values?.map(renewed) ?? [] })
    if (rowCount !== rows) throw new Error(`${rowCount} rows instead of ${rows}: ${config.text}`)
  }
}
