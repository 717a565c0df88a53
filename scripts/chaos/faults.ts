import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { setSandboxSwitch } from '../../apps/server/src/carriers/sandbox/sandbox.store.ts'
import type { Db } from '../../apps/server/src/db/database.ts'
import type { Office, Server } from './office.ts'

export interface Fault {
  name: string
  /** Why it cannot happen on this machine. */
  impossible?: (office: Office) => string | undefined
  act(office: Office, db: Db, server: Server): Promise<void> | void
}

/** Longer than a purchase's lease, so that another process takes it over. */
const FROZEN_MS = 7_000
const FULL_MS = 3_000
const HELD_MS = 2_000
const FAKETIME = fs.globSync('/usr/lib/*/faketime/libfaketime.so.1')[0]

const signal = (pid: number | undefined, name: NodeJS.Signals): void => {
  if (pid !== undefined && fs.existsSync(`/proc/${pid}`)) process.kill(pid, name)
}

const carrier = (
  name: string,
  call: 'purchase' | 'resolve',
  answer: 'failing' | 'late' | 'lost' | 'refused',
  delay_ms = 0,
): Fault => ({
  name: `the carrier ${name}`,
  act: (_office, db) => setSandboxSwitch(db, { call, answer, delay_ms, remaining: 10 }),
})

const withClock = (shift: string): Fault => ({
  name: `a server's clock jumps ${shift}`,
  impossible: () => (FAKETIME === undefined ? 'faketime is not installed' : undefined),
  act: (_office, _db, server) => {
    server.startNextWith({ LD_PRELOAD: FAKETIME!, FAKETIME: shift, FAKETIME_DONT_FAKE_MONOTONIC: '1' })
    signal(server.pid(), 'SIGKILL')
  },
})

export const FAULTS: readonly Fault[] = [
  { name: 'a server is killed', act: (_office, _db, server) => signal(server.pid(), 'SIGKILL') },
  { name: 'the database is killed', act: (office) => signal(office.postmaster(), 'SIGKILL') },
  {
    name: 'a server is frozen, and wakes',
    act: async (_office, _db, server) => {
      const pid = server.pid()
      signal(pid, 'SIGSTOP')
      await sleep(FROZEN_MS)
      signal(pid, 'SIGCONT')
    },
  },
  {
    name: 'the database drops all connections',
    act: async ({ database }) => {
      const client = new pg.Client({ connectionString: database }).on('error', () => {})
      await client.connect()
      await client.query('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()')
      await client.end()
    },
  },
  { name: 'the clients lose a server', act: (_office, _db, { cable }) => cable.cut() },
  {
    name: 'the network holds answers back',
    act: async (_office, _db, { cable }) => {
      cable.hold()
      await sleep(HELD_MS)
      cable.letGo()
    },
  },
  carrier('is late', 'purchase', 'late', 2_500),
  carrier('is later than we wait', 'purchase', 'late', 6_000),
  carrier('sells, and its answer is lost', 'purchase', 'lost', 4_000),
  carrier('does not answer', 'purchase', 'failing'),
  carrier('refuses', 'purchase', 'refused'),
  carrier('does not know its outcomes', 'resolve', 'failing'),
  carrier('loses its outcomes', 'resolve', 'lost', 4_000),
  withClock('+20m'),
  withClock('-20m'),
  {
    name: 'the disk of the database is full',
    impossible: ({ hasOwnDisk }) => (hasOwnDisk ? undefined : 'only an administrator can mount a disk'),
    act: async ({ data }) => {
      const file = path.join(data, 'filling')
      try {
        for (;;) fs.appendFileSync(file, Buffer.alloc(4_000_000))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
      await sleep(FULL_MS)
      fs.rmSync(file)
    },
  },
]
