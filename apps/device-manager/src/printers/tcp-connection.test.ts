import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTcp } from './tcp-connection.ts'

const server = net.createServer()
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'))
afterAll(() => void server.close())

/** A connection, and the socket of the printer at its other end. */
async function connected() {
  const accepted = once(server, 'connection')
  const connection = await openTcp('127.0.0.1', (server.address() as AddressInfo).port)
  const [printer] = (await accepted) as [net.Socket]
  return { connection, printer }
}

test('reads what has arrived at once, waits for what has not, and returns nothing after the limit', async () => {
  const { connection, printer } = await connected()
  expect(await connection.read(20)).toBeUndefined()
  const begun = performance.now()
  const reading = connection.read(3_000)
  printer.write('first')
  expect(String(await reading)).toBe('first')
  printer.write('second')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(String(await connection.read(3_000))).toBe('second')
  expect(performance.now() - begun).toBeLessThan(2_500)
  connection.close()
})

test('reads what a printer sent before it closed, then rejects', async () => {
  const { connection, printer } = await connected()
  printer.end('last')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(String(await connection.read(3_000))).toBe('last')
  connection.close()
  await expect(connection.read(3_000)).rejects.toThrow('closed')
})

test('rejects a read that waits when the connection breaks', async () => {
  const { connection, printer } = await connected()
  const reading = connection.read(3_000)
  printer.resetAndDestroy()
  await expect(reading).rejects.toThrow('closed')
  await expect(connection.read(600_000)).rejects.toThrow('closed') // at once
  await expect(connection.write(Buffer.from('x'))).rejects.toThrow()
})

test('sends everything that was written before it closes', async () => {
  const { connection, printer } = await connected()
  let received = 0
  printer.on('data', (part) => (received += part.length))
  void connection.write(Buffer.alloc(3_000_000))
  connection.close()
  await once(printer, 'end')
  expect(received).toBe(3_000_000)
})

test('rejects when there is no printer', async () => {
  await expect(openTcp('127.0.0.1', 9)).rejects.toHaveProperty('code', 'ECONNREFUSED')
})
