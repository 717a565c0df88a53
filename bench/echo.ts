import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

/** Starts the echo server in its own process. */
export async function startEcho(): Promise<{ url: string; stop: () => void }> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'echo-server.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [address] = (await once(child.stdout, 'data')) as [Buffer]
  return { url: String(address).trim(), stop: () => void child.kill() }
}
