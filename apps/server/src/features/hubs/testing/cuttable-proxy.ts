import { once } from 'node:events'
import net from 'node:net'

interface CuttableProxy {
  port: number
  /** Cuts open connections; later ones get through. */
  cut(): void
  /** Cuts and rejects connections until it is plugged in again. */
  unplug(): void
  plugIn(): void
  /** Stops reading responses on open connections until `letGo`. */
  hold(): void
  letGo(): void
  close(): Promise<void>
}

/** A TCP proxy to `port` that can be cut like a cable. */
export async function cuttableProxy(port: number): Promise<CuttableProxy> {
  const sockets = new Set<net.Socket>()
  const connections = new Map<net.Socket, net.Socket>()
  let isOut = false
  const server = net.createServer((near) => {
    if (isOut) return near.destroy()
    const far = net.connect(port, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
    }
    near.pipe(far).pipe(near)
    connections.set(near, far)
    near.on('close', () => connections.delete(near))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => sockets.forEach((socket) => socket.destroy())
  return {
    port: (server.address() as net.AddressInfo).port,
    cut,
    unplug: () => {
      isOut = true
      cut()
    },
    plugIn: () => {
      isOut = false
    },
    hold: () => connections.forEach((far, near) => far.unpipe(near)),
    letGo: () => connections.forEach((far, near) => far.pipe(near)),
    close: async () => {
      server.close()
      cut()
      await once(server, 'close')
    },
  }
}
