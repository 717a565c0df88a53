import { once } from 'node:events'
import net from 'node:net'

/** A TCP line to `port` that can be cut like a cable. */
export async function cuttableProxy(port: number): Promise<{ port: number; cut(): void; close(): Promise<void> }> {
  const sockets = new Set<net.Socket>()
  const server = net.createServer((near) => {
    const far = net.connect(port, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
    }
    near.pipe(far).pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => sockets.forEach((socket) => socket.destroy())
  return {
    port: (server.address() as net.AddressInfo).port,
    cut,
    close: async () => {
      server.close()
      cut()
      await once(server, 'close')
    },
  }
}
