import { expect, it, test } from 'vitest'
import type { HubConnection } from './hub-connection.ts'
import { hubConnections, type HubConnections } from './hub-connections.ts'

const gone = new Map<HubConnection, () => void>()

/** A connection, which counts how often it is dropped. */
function aConnection() {
  const left = Promise.withResolvers<void>()
  const connection = { dropped: 0, gone: left.promise, drop: () => void connection.dropped++ }
  const made = connection as unknown as HubConnection & { dropped: number }
  gone.set(made, left.resolve)
  return made
}
const leave = async (connection: HubConnection) => {
  gone.get(connection)!()
  await connection.gone
}

const grantOf = (client: string, hub_id = 'hub', isDevice = false) => ({
  hub_id,
  client,
  isDevice,
  reads: [],
  writes: [],
  expires_at: new Date('2026-11-20T12:00:00Z'),
})
/** Connects a client so often. @returns the connections, and whether there was room for each */
function connect(all: HubConnections, times: number, grant: ReturnType<typeof grantOf>) {
  const made = Array.from({ length: times }, aConnection)
  return { made, admitted: made.map((connection) => all.admit(connection, grant)) }
}

it('a user has twenty connections to a hub, and another once one is gone', async () => {
  const all = hubConnections()
  const { made, admitted } = connect(all, 21, grantOf('angharad'))
  expect(admitted).toEqual([...Array<boolean>(20).fill(true), false])
  expect(connect(all, 1, grantOf('angharad', 'another hub')).admitted).toEqual([true])
  expect(connect(all, 1, grantOf('idris')).admitted).toEqual([true])
  await leave(made[0]!)
  expect(connect(all, 2, grantOf('angharad')).admitted).toEqual([true, false])
  expect(made.map(({ dropped }) => dropped)).toEqual(Array(21).fill(0))
})

it('a hub has a hundred connections of users, and always room for its device', () => {
  const all = hubConnections()
  for (let user = 0; user < 5; user++)
    expect(connect(all, 20, grantOf(`user ${user}`)).admitted).toEqual(Array(20).fill(true))
  expect(connect(all, 1, grantOf('one more')).admitted).toEqual([false])
  expect(connect(all, 1, grantOf('device', 'hub', true)).admitted).toEqual([true])
  expect(all.on('hub')).toHaveLength(101)
})

it('a device has twenty connections; another takes the place of its oldest', () => {
  const all = hubConnections()
  const { made } = connect(all, 20, grantOf('device', 'hub', true))
  const users = connect(all, 20, grantOf('angharad')).made
  expect(made.some(({ dropped }) => dropped > 0)).toBe(false)
  expect(connect(all, 1, grantOf('device', 'hub', true)).admitted).toEqual([true])
  expect(made.map(({ dropped }) => dropped)).toEqual([1, ...Array<number>(19).fill(0)])
  expect(users.some(({ dropped }) => dropped > 0)).toBe(false)
})

test('connections are found by their hub until they are gone', async () => {
  const all = hubConnections()
  expect([all.on('hub'), all.all()]).toEqual([[], []])
  const [first, second] = connect(all, 2, grantOf('angharad')).made
  const [other] = connect(all, 1, grantOf('angharad', 'another hub')).made
  expect(all.on('hub')).toEqual([first, second])
  expect(all.all()).toEqual([first, second, other])
  await leave(first!)
  expect(all.on('hub')).toEqual([second])
  await leave(second!)
  expect([all.on('hub'), all.all()]).toEqual([[], [other]])
})
