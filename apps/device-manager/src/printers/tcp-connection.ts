import { once } from 'node:events'
import net from 'node:net'
import type { PrinterConnection } from './printer-connection.ts'

const CONNECT_LIMIT_MS = 3_000

/** A connection to a printer in the network. @throws Error when it cannot be reached */
export async function openTcp(host: string, port: number): Promise<PrinterConnection> {
  const socket = net.connect({ host, port, noDelay: true })
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_LIMIT_MS) })
  } catch (error) {
    socket.destroy()
    throw error
  }
  const parts: Buffer[] = []
  let wake: (() => void) | undefined
  let isBroken = false
  socket.on('data', (part) => {
    parts.push(part)
    wake?.()
  })
  socket.on('error', () => {}) // 'close' follows
  socket.on('close', () => {
    isBroken = true
    wake?.()
  })
  return {
    write: (bytes) =>
      new Promise((resolve, reject) => socket.write(bytes, (error) => (error ? reject(error) : resolve()))),
    read: async (withinMs) => {
      if (parts.length === 0 && !isBroken) await wokenWithin(withinMs, (woken) => (wake = woken))
      if (parts.length > 0) return Buffer.concat(parts.splice(0))
      if (isBroken) throw new Error('The printer has closed the connection')
      return undefined
    },
    close: () => socket.destroySoon(),
  }
}

function wokenWithin(limitMs: number, onWake: (wake: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, limitMs)
    onWake(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
