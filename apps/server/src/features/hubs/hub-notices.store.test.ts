import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { asOwner, testDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { listenForHubs } from './hub-notices.store.ts'

let database: TestDatabase
let heard: unknown[]
let stop: () => void
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
afterEach(() => void vi.useRealTimers())
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  heard = []
  const begun = Promise.withResolvers<void>()
  stop = listenForHubs(database.listeningPool, {
    onMessage: (hub, channel) => void heard.push([hub, channel]),
    onRevoked: (hub) => void heard.push(hub),
    onListening: () => {
      heard.push('listening')
      begun.resolve()
    },
  })
  await begun.promise // polling would let time pass
})

const sql = (statement: string) => asOwner(database.url, statement)
const listening = `from pg_stat_activity where datname = current_database() and query like 'listen %'`
const connections = async () => (await sql(`select ${listening}`)).rowCount

it('passes on what every process announces', async () => {
  await sql(`select pg_notify('hub_message', 'hub-1 channel-1'), pg_notify('hub_revoked', 'hub-2')`)
  await expect.poll(() => heard.slice(1)).toEqual([['hub-1', 'channel-1'], 'hub-2'])
  stop()
})

it('looks every three seconds whether its connection is lost, and then listens again on one connection', async () => {
  vi.advanceTimersByTime(3_000)
  expect(await connections()).toBe(1)
  const lost = once(database.listeningPool, 'remove')
  await sql(`select pg_terminate_backend(pid) ${listening}`)
  await lost
  vi.advanceTimersByTime(2_999)
  expect(database.listeningPool.totalCount).toBe(0)
  vi.advanceTimersByTime(1)
  await expect.poll(() => heard).toEqual(['listening', 'listening'])
  await sql(`select pg_notify('hub_revoked', 'hub-3')`)
  await expect.poll(() => heard.at(-1)).toBe('hub-3')
  expect(heard).toHaveLength(3)
  expect(await connections()).toBe(1)
  stop()
})

it('begins once while a connection is being made, and again after one could not be made', async () => {
  stop()
  const connect = vi.spyOn(database.listeningPool, 'connect')
  const connecting = Promise.withResolvers<never>()
  connect.mockReturnValueOnce(connecting.promise as never)
  stop = listenForHubs(database.listeningPool, {
    onMessage: () => {},
    onRevoked: () => {},
    onListening: () => void heard.push('at last'),
  })
  vi.advanceTimersByTime(3_000)
  expect(connect).toHaveBeenCalledTimes(1)
  connecting.reject(new Error('the database is away'))
  await expect
    .poll(() => {
      vi.advanceTimersByTime(3_000)
      return heard
    })
    .toEqual(['listening', 'at last'])
  connect.mockRestore()
  stop()
})

it('gives back a connection on which it cannot listen, and tries again', async () => {
  stop()
  const { listeningPool: pool } = database
  const client = await pool.connect()
  vi.spyOn(client, 'query').mockRejectedValueOnce(new Error('the database is away'))
  vi.spyOn(pool, 'connect').mockReturnValueOnce(Promise.resolve(client) as never)
  const removed = once(pool, 'remove')
  const tried = Promise.withResolvers<void>()
  stop = listenForHubs(pool, { onMessage: () => {}, onRevoked: () => {}, onListening: tried.resolve })
  await removed
  vi.advanceTimersByTime(3_000)
  await tried.promise
  stop()
})

it('keeps no connection when it is stopped, also while it begins', async () => {
  stop()
  await expect.poll(connections).toBe(0)
  vi.advanceTimersByTime(60_000)
  expect(database.listeningPool.totalCount).toBe(0)
  listenForHubs(database.listeningPool, { onMessage: () => {}, onRevoked: () => {}, onListening: () => {} })()
  await expect.poll(() => database.listeningPool.totalCount).toBe(0)
  await expect.poll(connections).toBe(0)
})
