import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import tls from 'node:tls'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../context.ts'
import { freePort } from './free-port.ts'
import { startHaproxy, type RunningProxy } from './proxies.ts'
import { loginUrlsOf, startPgBouncer } from './pgbouncer.ts'
import { startServerProcess, type ServerProcess } from './server-process.ts'
import { testDatabase, type TestDatabase } from './test-database.ts'

const PROCESSES = 3
const READY_WITHIN_MS = 10_000

/** Three server processes on one database, behind HAProxy as it is shipped. */
export interface ThreeServers {
  database: TestDatabase
  /** For what tests put into the database. */
  context: Pick<Context, 'db' | 'now'>
  /** The demo organisation. */
  organisation: string
  /** The folder of all processes, with the mail that they send. */
  folder: string
  haproxy: RunningProxy
  /** The address of HAProxy. */
  url: string
  /** The addresses of the processes, from the second start of one on too. */
  urls: readonly string[]
  processes: ServerProcess[]
  /** Starts a process that has ended. */
  start(index: number): Promise<void>
  stop(): Promise<void>
}

/**
 * The empty demo organisation, and no other. With `DATABASE_POOLER=transaction` the processes go through PgBouncer.
 *
 * @param settings of every process
 * @param prepare done before they start
 */
export async function threeServers(
  settings: Record<string, string> = {},
  prepare?: (database: TestDatabase) => Promise<unknown>,
): Promise<ThreeServers> {
  const stops: (() => unknown)[] = []
  const stop = async (): Promise<void> => {
    for (const step of stops.splice(0).toReversed()) await step()
  }
  try {
    return { ...(await begin(settings, prepare, (step) => stops.push(step))), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function begin(
  settings: Record<string, string>,
  prepare: ((database: TestDatabase) => Promise<unknown>) | undefined,
  onStop: (step: () => unknown) => void,
): Promise<Omit<ThreeServers, 'stop'>> {
  const database = await testDatabase('empty_demo')
  onStop(() => database.close())
  await prepare?.(database)
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-three-'))
  onStop(() => fs.rmSync(folder, { recursive: true }))
  const logins = await loginsThroughPooler(database, onStop)
  const ports: number[] = []
  while (ports.length < PROCESSES) ports.push(await freePort())
  const secure = await freePort()
  const url = `https://localhost:${secure}`
  const processes: ServerProcess[] = []
  onStop(async () => {
    const started = Object.values(processes) // one may have failed
    for (const { process } of started) process.kill('SIGKILL')
    await Promise.all(started.map(({ ended }) => ended))
  })
  const start = async (index: number): Promise<void> => {
    processes[index] = await startServerProcess({
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      DEMO: 'off',
      PORT: String(ports[index]),
      PUBLIC_URL: url,
      TRUST_PROXY: '127.0.0.1',
      PRIVATE_HOSTS: 'allowed',
      ...logins,
      ...settings,
    })
  }
  await Promise.all(ports.map((_, index) => start(index)))
  // a server counts as up until a check finds it down, so HAProxy sends calls to all of them at once
  const haproxy = await startHaproxy(ports, { secure })
  onStop(haproxy.stop)
  trust(haproxy.ca)
  await untilReady(url)
  const { db } = database
  const { id: organisation } = await db.selectFrom('organisation').select('id').executeTakeFirstOrThrow()
  const urls = ports.map((port) => `http://127.0.0.1:${port}`)
  return {
    database,
    context: { db, now: () => new Date() },
    organisation,
    folder,
    haproxy,
    url,
    urls,
    processes,
    start,
  }
}

/** The settings of the logins where the environment of the tests says that there is a pooler. */
async function loginsThroughPooler(
  { url }: TestDatabase,
  onStop: (stop: () => Promise<void>) => void,
): Promise<Record<string, string>> {
  if (process.env['DATABASE_POOLER'] !== 'transaction') return {}
  const through = await startPgBouncer({ default_pool_size: '10' }, onStop)
  const [app, platform] = loginUrlsOf(/\/(\w+)\?/.exec(url)![1]!).map(through)
  return { DATABASE_APP_URL: app!, DATABASE_PLATFORM_URL: platform! }
}

/** Lets this process call HAProxy by https. */
const trust = (certificate: string): void =>
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), certificate])

/** HAProxy answers 503 while it knows no process that is ready. */
async function untilReady(url: string): Promise<void> {
  for (const end = Date.now() + READY_WITHIN_MS; Date.now() < end; await sleep(100)) {
    const answer = await fetch(`${url}/app-config.json`).catch(() => undefined)
    if (answer?.ok) return
  }
  throw new Error('HAProxy finds no process that is ready')
}

/** The sum of what a process has counted in the lines of its metrics that begin like this. */
export async function countedAt(url: string, beginning: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const lines = metrics.split('\n').filter((line) => line.startsWith(beginning))
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0)
}
