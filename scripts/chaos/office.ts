import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { AS_STARTED } from '../../bench/server-with-buyers.ts'
import { embeddedUrl, postmasterOf } from '../../apps/server/src/db/embedded-cluster.ts'
import { cuttableProxy } from '../../apps/server/src/features/hubs/testing/cuttable-proxy.ts'
import { startServerProcess, type ServerProcess } from '../../apps/server/src/testing/server-process.ts'

/** A disk of its own for the database can be filled. */
const DISK_MB = 1_500
const RESTART_MS = 500

export interface Server {
  pid(): number | undefined
  /** What clients connect to. */
  cable: Awaited<ReturnType<typeof cuttableProxy>>
  /** Settings for the next start only. */
  startNextWith(environment: Record<string, string>): void
}

/** Three server processes on one embedded database. What ends is started again, as a supervisor does. */
export interface Office {
  servers: readonly Server[]
  database: string
  data: string
  /** Whether the data is on a disk of its own. */
  hasOwnDisk: boolean
  postmaster(): number | undefined
  close(): Promise<void>
}

/** @param folder empty */
export async function openOffice(folder: string): Promise<Office> {
  const data = path.join(folder, 'data')
  fs.mkdirSync(data)
  const hasOwnDisk = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', data]).status === 0
  const postgres = path.join(data, 'postgres')
  const kept: Kept[] = []
  const office: Office = {
    servers: [],
    database: embeddedUrl(postgres),
    data,
    hasOwnDisk,
    postmaster: () => postmasterOf(postgres),
    close: async () => {
      for (const each of kept.toReversed()) await each.stop()
      if (hasOwnDisk) spawnSync('umount', ['--lazy', data])
    },
  }
  try {
    kept.push(await keepRunning({ DATA_DIR: data }))
    const others = { DATABASE_URL: embeddedUrl(postgres) }
    for (const name of ['s2', 's3']) kept.push(await keepRunning({ ...others, DATA_DIR: path.join(data, name) }))
    return { ...office, servers: kept.map(({ server }) => server) }
  } catch (error) {
    await office.close()
    throw error
  }
}

interface Kept {
  server: Server
  stop(): Promise<void>
}

async function keepRunning(settings: Record<string, string>): Promise<Kept> {
  let isOpen = true
  let once: Record<string, string> = {}
  let process: ServerProcess = await start()
  const cable = await cuttableProxy(Number(new URL(process.url).port))
  const port = new URL(process.url).port
  const keeping = keep()

  function start(): Promise<ServerProcess> {
    const given = { ...AS_STARTED, DEMO: 'off', ...settings, ...once }
    once = {}
    return startServerProcess(given)
  }
  async function keep(): Promise<void> {
    for (;;) {
      await process.ended
      await sleep(RESTART_MS)
      if (!isOpen) return
      once = { PORT: port, ...once }
      process = await start().catch(() => process) // its database is away: again
    }
  }
  const server: Server = {
    pid: () => process.process.pid,
    cable,
    startNextWith: (environment) => (once = environment),
  }
  const stop = async () => {
    isOpen = false
    process.process.kill('SIGTERM')
    await keeping
    await cable.close()
  }
  return { server, stop }
}
