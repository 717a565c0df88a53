import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileIn, NODES, type Layout, type Node } from './layout.ts'

/** What runs beside the server processes. A node is Patroni, which starts its PostgreSQL. */
export const PROGRAMS = ['etcd', ...NODES, 'haproxy', 'pgbouncer'] as const
export type Program = (typeof PROGRAMS)[number]

/** PostgreSQL refuses root, so as root everything runs under this account. */
const ACCOUNT = 'postgres'
const STOP_WITHIN_MS = 15_000

/** A command as the account of the cluster. */
export const asAccount = (words: readonly string[]): readonly string[] =>
  process.getuid?.() === 0 ? ['setpriv', `--reuid=${ACCOUNT}`, `--regid=${ACCOUNT}`, '--clear-groups', ...words] : words

export const giveToAccount = ({ folder }: Layout): readonly string[] => ['chown', '-R', ACCOUNT, folder]

/** Starts a program that does not run. It outlives this process. */
export function launch(layout: Layout, name: Program): void {
  if (isAlive(pidOf(layout, name))) return
  const [program, ...words] = asAccount(commandOf(layout, name))
  const log = fs.openSync(fileIn(layout, 'log', `${name}.log`), 'a')
  const env = { PATH: process.env['PATH'], LANG: 'C.UTF-8' }
  const child = spawn(program!, words, { cwd: '/', detached: true, stdio: ['ignore', log, log], env })
  fs.closeSync(log)
  child.unref()
  fs.writeFileSync(fileIn(layout, 'pid', name), String(child.pid))
}

function commandOf(layout: Layout, name: Program): readonly string[] {
  if (name === 'haproxy') return ['/usr/sbin/haproxy', '-db', '-f', fileIn(layout, 'haproxy.cfg')]
  if (name === 'pgbouncer') return ['/usr/sbin/pgbouncer', fileIn(layout, 'pgbouncer.ini')]
  if (name !== 'etcd') return ['/usr/bin/patroni', fileIn(layout, `${name}.yml`)]
  const [client, peer] = [layout.ports.etcd, layout.ports.etcdPeer].map((port) => `http://127.0.0.1:${port}`)
  const options = {
    name: 'etcd',
    'data-dir': fileIn(layout, 'etcd'),
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `etcd=${peer}`,
    'enable-v2': true,
  }
  return ['/usr/bin/etcd', ...Object.entries(options).map(([option, value]) => `--${option}=${value}`)]
}

/** Ends a program as a power cut does. Patroni goes first, because it would start its PostgreSQL again. */
export function kill(layout: Layout, name: Program): void {
  signal(pidOf(layout, name), 'SIGKILL')
  killPostgres(layout, name)
}

/** Ends PostgreSQL of a node, and leaves its Patroni. */
export const killPostgres = (layout: Layout, name: Program): void => signal(postgresOf(layout, name), 'SIGKILL')

/** Stops a node where it is, as the swapping or moving of a virtual machine does, or lets it go on. */
export function freeze(layout: Layout, node: Node, how: 'SIGSTOP' | 'SIGCONT'): void {
  const postmaster = postgresOf(layout, node)
  for (const pid of [pidOf(layout, node), postmaster, ...childrenOf(postmaster)]) signal(pid, how)
}

const childrenOf = (pid: number): number[] =>
  isAlive(pid)
    ? fs
        .readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
        .split(' ')
        .flatMap((child) => (child.trim() === '' ? [] : [Number(child)]))
    : []

/** Ends all programs; what takes too long is killed. */
export async function stopAll(layout: Layout): Promise<void> {
  for (const name of PROGRAMS.toReversed()) {
    const pid = pidOf(layout, name)
    signal(pid, 'SIGTERM')
    for (const end = Date.now() + STOP_WITHIN_MS; isAlive(pid) && Date.now() < end;) await sleep(100)
    if (isAlive(pid)) kill(layout, name)
    signal(postgresOf(layout, name), 'SIGINT') // left over where Patroni was killed
    fs.rmSync(fileIn(layout, 'pid', name), { force: true })
  }
}

const pidOf = (layout: Layout, name: Program): number => firstLine(fileIn(layout, 'pid', name))
const postgresOf = (layout: Layout, name: Program): number => firstLine(fileIn(layout, name, 'postmaster.pid'))

const firstLine = (file: string): number =>
  fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8').split('\n')[0]) : 0

const isAlive = (pid: number): boolean =>
  pid > 0 &&
  fs.existsSync(`/proc/${pid}/status`) &&
  !/^State:\s+Z/m.test(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))

function signal(pid: number, name: NodeJS.Signals): void {
  if (isAlive(pid)) process.kill(pid, name)
}
