import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../apps/server/src/db/database.ts'
import { embeddedUrl } from '../../apps/server/src/db/embedded-cluster.ts'
import { seedEmptyDemo } from '../../apps/server/src/demo/seed-organisation.ts'
import { loadMembership } from '../../apps/device-manager/src/identity.ts'

const MAIN = path.join(import.meta.dirname, '../../apps/server/src/main.ts')

/** The real product in its own folder: server, embedded database, bundled device manager. */
export interface Postroom {
  url: string
  folder: string
  /** The output folder of the virtual printer. */
  printed: string
  /** Kills the server process; the database keeps running. */
  kill(): Promise<void>
  /** Starts the server again on the same folder and port. */
  start(): Promise<void>
  /** Stops everything in order and removes the folder. */
  stop(): Promise<void>
}

/** The environment variable with the data folder that every installation copies; the global set-up makes it. */
const TEMPLATE = 'POSTROOM_TEMPLATE_FOLDER'

/**
 * Starts Postroom once, so that it creates its database, adds a demo organisation without a history, and stops it.
 * @returns removes the folder
 */
export async function makeTemplate(): Promise<() => void> {
  const { folder, end } = await startIn(newFolder(), { DEVICE_MANAGER: 'off', DEMO: 'off' })
  const database = await openDatabase(embeddedUrl(path.join(folder, 'postgres')))
  await seedEmptyDemo(database.db)
  await database.close()
  await end('SIGTERM')
  // no browser test cuts the power of a database
  fs.appendFileSync(path.join(folder, 'postgres/postgresql.auto.conf'), 'fsync = off\nfull_page_writes = off\n')
  process.env[TEMPLATE] = folder
  return () => fs.rmSync(folder, { recursive: true })
}

/**
 * Starts Postroom and waits until it answers and its device manager is paired: a page opened earlier cannot print for five
 * seconds. `env` is added to what the README's command would set.
 */
export async function startPostroom(env: Record<string, string> = {}): Promise<Postroom> {
  const folder = newFolder()
  execFileSync('cp', ['-Rp', `${process.env[TEMPLATE]}/.`, folder]) // Node's copy loses the modes of folders
  const { url, start, end } = await startIn(folder, env)
  return {
    url,
    folder,
    printed: path.join(folder, 'device', 'printed'),
    kill: () => end('SIGKILL'),
    start,
    stop: async () => {
      await end('SIGTERM')
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** As root the database runs under another account, which needs access. */
function newFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-e2e-'))
  fs.chmodSync(folder, 0o755)
  return folder
}

async function startIn(folder: string, env: Record<string, string>) {
  const [port, devicePort] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  const log = fs.openSync(path.join(folder, 'server.log'), 'a')
  const isWithoutDevice = env['DEVICE_MANAGER'] === 'off'
  let server: ChildProcess | undefined
  const start = async (): Promise<void> => {
    server = spawn(process.execPath, [MAIN], {
      env: {
        ...process.env,
        DATA_DIR: folder,
        PORT: String(port),
        POSTROOM_DEVICE_PORT: String(devicePort),
        POSTROOM_DISCOVER: 'off',
        ...env,
      },
      stdio: ['ignore', log, log],
    })
    const isReady = async (): Promise<boolean> => (await isAnswering(url)) && (isWithoutDevice || isPaired(folder))
    await untilReady(isReady, server, folder)
  }
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const gone = once(server, 'exit')
    server.kill(signal)
    await gone
  }
  await start()
  return { url, folder, start, end }
}

async function untilReady(isReady: () => Promise<boolean>, server: ChildProcess, folder: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (server.exitCode !== null) break
    if (await isReady()) return
    await sleep(100)
  }
  throw new Error(`Postroom did not start:\n${fs.readFileSync(path.join(folder, 'server.log'), 'utf8').slice(-4000)}`)
}

const isAnswering = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

const isPaired = (folder: string): boolean => loadMembership(path.join(folder, 'device')).hub_id !== undefined

export async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as net.AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
