import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'

/** Takes the bytes of one connection, and the end of it. */
export type Connect = (say: (bytes: Buffer) => void, turnOff: () => void) => (bytes: Buffer) => void

/** A printer on a raw port. It serves one connection at a time: a second one waits until the first is closed. */
export async function printerOnTcp(connect: Connect, host = '127.0.0.1') {
  const connections = new Set<net.Socket>()
  let visits = 0
  let free = Promise.resolve()
  async function serve(socket: net.Socket): Promise<void> {
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    if (socket.destroyed) return
    const take = connect(
      (bytes) => socket.write(bytes),
      () => socket.resetAndDestroy(),
    )
    socket.on('data', take)
    await closed
  }
  const server = net.createServer((socket) => {
    visits++
    connections.add(socket)
    socket.on('error', () => {})
    free = free.then(() => serve(socket))
  })
  server.listen(0, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    /** The number of opened connections. */
    visits: () => visits,
    stop: async () => {
      for (const connection of connections) connection.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
