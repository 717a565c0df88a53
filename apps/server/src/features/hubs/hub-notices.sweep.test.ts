import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { asOwner, testDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { listenForHubs } from './hub-notices.store.ts'

let database: TestDatabase
let heard: unknown[]
let stop: () => void
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  heard = []
  stop = listenForHubs(database.listeningPool, {
    onMessage: (hub, channel) => void heard.push([hub, channel]),
    onRevoked: (hub) => void heard.push(hub),
    onListening: () => void heard.push('listening'),
  })
  await expect.poll(() => heard).toEqual(['listening'])
})

const sql = (statement: string) => asOwner(database.url, statement)
const listening = `from pg_stat_activity where datname = current_database() and query like 'listen %'`
const connections = async () => (await sql(`select ${listening}`)).rowCount

it('passes on what every process announces', async () => {
  await sql(`select pg_notify('hub_message', 'hub-1 channel-1'), pg_notify('hub_revoked', 'hub-2')`)
  await expect.poll(() => heard.slice(1)).toEqual([['hub-1', 'channel-1'], 'hub-2'])
  stop()
})

it('listens again after its connection is lost, on one connection', async () => {
  await sql(`select pg_terminate_backend(pid) ${listening}`)
  await expect.poll(() => heard).toEqual(['listening', 'listening'])
  await sql(`select pg_notify('hub_revoked', 'hub-3')`)
  await expect.poll(() => heard.at(-1)).toBe('hub-3')
  expect(await connections()).toBe(1)
  stop()
})

it('keeps no connection when it is stopped, also while it begins', async () => {
  stop()
  await expect.poll(connections).toBe(0)
  listenForHubs(database.listeningPool, { onMessage: () => {}, onRevoked: () => {}, onListening: () => {} })()
  await expect.poll(() => database.listeningPool.totalCount).toBe(0)
  await expect.poll(connections).toBe(0)
})
