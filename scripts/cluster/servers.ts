import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { AS_STARTED } from '../../bench/server-with-buyers.ts'
import { startServerProcess, type ServerProcess } from '../../apps/server/src/testing/server-process.ts'
import { settingsOnCluster } from './configuration.ts'
import { SERVERS, type Layout } from './layout.ts'

type Name = (typeof SERVERS)[number]

/** The server processes behind the balancer. */
export interface Servers {
  start(name: Name): Promise<void>
  kill(name: Name): Promise<void>
  stop(): Promise<void>
}

/** Starts them all, one after the other. @param data a folder for each, for what is not in the database */
export async function startServers(layout: Layout, data: string, pooled: boolean): Promise<Servers> {
  const running = new Map<Name, ServerProcess>()
  const servers: Servers = {
    start: async (name) => {
      const settings = { ...AS_STARTED, ...settingsOnCluster(layout, pooled), DEMO: 'off' }
      const own = { PORT: String(layout.ports.servers[name]), DATA_DIR: path.join(data, name) }
      const server = await startServerProcess({ ...settings, ...own })
      running.set(name, server)
      void failWhenItEnds(server, name, () => running.get(name) === server)
    },
    kill: async (name) => {
      const server = running.get(name)
      running.delete(name)
      server?.process.kill('SIGKILL')
      await server?.ended
    },
    stop: async () => {
      const stopping = [...running.values()]
      running.clear()
      for (const { process } of stopping) process.kill('SIGTERM')
      await Promise.all(stopping.map(({ ended }) => ended))
    },
  }
  try {
    for (const name of SERVERS) await servers.start(name)
    await untilReady(`http://127.0.0.1:${layout.ports.web}`)
    return servers
  } catch (error) {
    await servers.stop()
    throw error
  }
}

/** Fails the test when a server ends by itself: what it printed says why it ended. */
async function failWhenItEnds({ process, ended }: ServerProcess, name: Name, isWanted: () => boolean): Promise<void> {
  let said = ''
  for (const stream of [process.stdout, process.stderr])
    stream?.on('data', (piece: Buffer) => (said += piece.toString()))
  const how = await ended
  if (isWanted()) throw new Error(`The server process ${name} ended by itself (${how}): ${said}`)
}

async function untilReady(url: string): Promise<void> {
  for (let looks = 0; looks < 100; looks++) {
    if (
      await fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return
    await sleep(200)
  }
  throw new Error('No server process is ready')
}
