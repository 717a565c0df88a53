import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { writeConfiguration } from './configuration.ts'
import { databaseUrl, fileIn, LOGINS, NODES, type Layout, type Node } from './layout.ts'
import { asAccount, giveToAccount, launch, PROGRAMS } from './programs.ts'

const WHOLE_WITHIN_MS = 120_000
const DUPLICATE_DATABASE = '42P04'
const DUPLICATE_OBJECT = '42710'

/** Starts a new cluster, or one that was stopped, and waits until it is whole. @returns the seconds it took */
export async function start(layout: Layout): Promise<number> {
  const began = performance.now()
  writeConfiguration(layout, binaries())
  if (process.getuid?.() === 0) run(giveToAccount(layout))
  launch(layout, 'etcd')
  await until('etcd answers', layout, async () => (await statusOf(layout.ports.etcd, 'health')) === 200)
  for (const name of PROGRAMS) launch(layout, name)
  await until('a node leads', layout, () => ask(layout, 'postgres', 'select 1').then(Boolean, () => false))
  await prepare(layout)
  await untilWhole(layout)
  return (performance.now() - began) / 1000
}

/** Waits until one node leads, two follow, and one of them is synchronous. */
export const untilWhole = (layout: Layout): Promise<void> =>
  until(
    'two nodes follow',
    layout,
    async () => (await inRole(layout, 'replica')).length === 2 && (await inRole(layout, 'sync')).length === 1,
  )

export const leaderOf = async (layout: Layout): Promise<Node> => {
  const [leader] = await inRole(layout, 'primary')
  if (!leader) throw new Error('No node leads')
  return leader
}

export const followersOf = (layout: Layout): Promise<Node[]> => inRole(layout, 'replica')

/** Patroni's own table of the nodes. */
export const describe = (layout: Layout): string => run(['patronictl', '-c', fileIn(layout, 'n1.yml'), 'list'])

/** Hands the lead to a synchronous follower. */
export const switchOver = (layout: Layout): string =>
  run(['patronictl', '-c', fileIn(layout, 'n1.yml'), 'switchover', '--force', 'postroom'])

async function inRole({ ports }: Layout, role: 'primary' | 'replica' | 'sync'): Promise<Node[]> {
  const found = await Promise.all(NODES.map(async (node) => (await statusOf(ports.patroni[node], role)) === 200))
  return NODES.filter((_, index) => found[index])
}

const createLogin = (name: 'owner' | 'app' | 'platform', more = ''): string =>
  `create role ${LOGINS[name][0]} login password '${LOGINS[name][1]}' ${more}`

/** What an administrator does once, so that the owner needs no right to make roles. PostgreSQL 16 has the collation. */
async function prepare(layout: Layout): Promise<void> {
  const steps: [database: string, statement: string][] = [
    ['postgres', 'create role postroom_app'],
    ['postgres', 'create role postroom_platform in role postroom_app'],
    ['postgres', createLogin('app', 'in role postroom_app')],
    ['postgres', createLogin('platform', 'in role postroom_platform')],
    ['postgres', createLogin('owner')],
    ['postgres', `grant postroom_app, postroom_platform to ${LOGINS.owner[0]}`],
    ['postgres', `create database postroom owner ${LOGINS.owner[0]}`],
    ['postroom', `create collation public."unicode" (provider = icu, locale = 'und')`],
  ]
  for (const [database, statement] of steps)
    await ask(layout, database, statement).catch((error: unknown) => {
      const { code } = error as { code?: string }
      if (code !== DUPLICATE_OBJECT && code !== DUPLICATE_DATABASE) throw error
    })
}

async function ask({ ports }: Layout, database: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({
    connectionString: databaseUrl(ports.primary, 'superuser', database),
    connectionTimeoutMillis: 5_000,
  }).on('error', () => {})
  try {
    await client.connect()
    return await client.query(statement)
  } finally {
    await client.end().catch(() => {})
  }
}

async function until(what: string, layout: Layout, look: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + WHOLE_WITHIN_MS; Date.now() < end; await sleep(200)) if (await look()) return
  throw new Error(`Not within two minutes: ${what}. The logs are in ${fileIn(layout, 'log')}`)
}

const statusOf = (port: number, at: string): Promise<number> =>
  fetch(`http://127.0.0.1:${port}/${at}`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ status }) => status,
    () => 0,
  )

function run(words: readonly string[]): string {
  const [program, ...more] = words[0] === 'chown' ? words : asAccount(words)
  const { status, stdout, stderr } = spawnSync(program!, more, { encoding: 'utf8', timeout: 60_000 })
  if (status !== 0) throw new Error(`${words.join(' ')} failed: ${stderr}`)
  return stdout
}

/** The newest PostgreSQL of the distribution. @throws Error with what to install */
function binaries(): string {
  const found = fs.globSync('/usr/lib/postgresql/*/bin').toSorted((a, b) => versionOf(a) - versionOf(b))
  const missing = ['/usr/bin/patroni', '/usr/bin/etcd', '/usr/sbin/haproxy', '/usr/sbin/pgbouncer'].filter(
    (file) => !fs.existsSync(file),
  )
  if (found.length === 0 || missing.length > 0)
    throw new Error('Install the programs of the cluster first: scripts/install-cluster-tools.sh')
  return found.at(-1)!
}

const versionOf = (folder: string): number => Number(path.basename(path.dirname(folder)))
