import { ukDateOf } from '@postroom/domain/calendar'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { openDatabase } from '../apps/server/src/db/database.ts'
import { embeddedUrl } from '../apps/server/src/db/embedded-cluster.ts'
import { aSignedInBuyer } from '../apps/server/src/testing/purchase-scene.ts'
import { startServerProcess, type ServerProcess } from '../apps/server/src/testing/server-process.ts'
import { asOwner } from '../apps/server/src/testing/test-database.ts'

const CREDIT = 1_000_000_000
const TICKS_PER_SECOND = 100
/** As `npm start` runs the server. */
export const AS_STARTED = { NODE_OPTIONS: '--max-semi-space-size=8', MALLOC_ARENA_MAX: '1' }

export type Buyer = Awaited<ReturnType<typeof aSignedInBuyer>>

/** Real server processes on one embedded database, and signed-in users of different organisations without spending limits. */
export async function serverWithBuyers({ processes, buyers: count }: { processes: number; buyers: number }) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-bench-'))
  fs.chmodSync(folder, 0o755) // when started as root, PostgreSQL runs under another account, which must be able to open this folder
  const servers: ServerProcess[] = [await startServerProcess({ ...AS_STARTED, DATA_DIR: folder, DEMO: 'off' })]
  const database = embeddedUrl(path.join(folder, 'postgres'))
  while (servers.length < processes)
    servers.push(
      await startServerProcess({
        ...AS_STARTED,
        DATA_DIR: path.join(folder, `${servers.length}`),
        DATABASE_URL: database,
        DEMO: 'off',
      }),
    )
  const opened = await openDatabase(database)
  const buyers: Buyer[] = []
  while (buyers.length < count) buyers.push(await aSignedInBuyer({ db: opened.db, now: () => new Date() }, CREDIT))
  await opened.close()
  await asOwner(database, 'update carrier_account set purchases_per_minute = null, pence_per_day = null')
  const postmaster = Number(fs.readFileSync(path.join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  const pids = servers.map(({ process: { pid } }) => pid!)
  return {
    urls: servers.map(({ url }) => url),
    /** The URL of the database, with the owner's rights. */
    database,
    buyers,
    /** Processor time used so far by the servers, and by PostgreSQL with the connections that have ended. */
    cpuSeconds: () => ({
      servers: sum(pids.map(cpuOf)),
      postgres: sum([...childrenOf(postmaster).map(cpuOf), cpuOfEnded(postmaster)]),
    }),
    /** Bytes in memory; what processes share is divided among them. */
    memory: () => ({
      servers: sum(pids.map(memoryOf)),
      postgres: sum([postmaster, ...childrenOf(postmaster)].map(memoryOf)),
    }),
    close: async () => {
      for (const server of servers.toReversed()) {
        server.process.kill('SIGTERM')
        await server.ended
      }
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A letter of 80 g, first class. */
export const aDraft = ({ account }: Buyer) => ({
  service: '1',
  options: [],
  by: account,
  shipping_date: ukDateOf(new Date()),
  from: {
    company_name: 'Llewellyn Bindery Ltd',
    address1: '4 Bute Street',
    city: 'Cardiff',
    postal_code: 'CF10 5AL',
  },
  to: { name: 'Idris Pembroke', address1: '17 Chalcot Road', city: 'London', postal_code: 'NW1 8LH' },
  parcels: [{ packaging: 'letter', weight: { value: 80, units: 'G' } }],
})

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

/** What the kernel says of a process; empty when it has just ended. */
function kernelFile(pid: number, name: string): string {
  try {
    return fs.readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return ''
    throw error
  }
}

/** The fields after the name of the process, which may contain spaces. */
const statOf = (pid: number): string[] =>
  kernelFile(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ')

/** Seconds of the fields from `first` on: user and system time. */
const secondsIn = (pid: number, first: number): number =>
  sum(
    statOf(pid)
      .slice(first, first + 2)
      .map(Number),
  ) / TICKS_PER_SECOND
const cpuOf = (pid: number): number => secondsIn(pid, 11)
/** Of the children of a process that have ended. */
const cpuOfEnded = (pid: number): number => secondsIn(pid, 13)

const memoryOf = (pid: number): number =>
  1024 * Number(/^Pss:\s+(\d+) kB/m.exec(kernelFile(pid, 'smaps_rollup'))?.[1] ?? 0)

const childrenOf = (pid: number): number[] => kernelFile(pid, `task/${pid}/children`).trim().split(' ').map(Number)
