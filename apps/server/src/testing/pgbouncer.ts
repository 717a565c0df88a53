import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { freePort } from './free-port.ts'
import { urlOf } from './test-database.ts'

/** The pooler gives its clients fewer connections than they use, so they meet each other's. */
const CONNECTIONS = 3

/**
 * PgBouncer in transaction mode before the run's PostgreSQL.
 *
 * @param settings of its configuration
 * @param whenOver gets what stops it; without it the end of the test does
 * @returns the URL of a database through it, from the URL without it
 */
export async function startPgBouncer(
  settings: Record<string, string> = {},
  whenOver: (stop: () => Promise<void>) => void = onTestFinished,
): Promise<(url: string) => string> {
  const cluster = new URL(inject('postgresUrl').replace('///', '//localhost/')).searchParams.get('host')!
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-pooler-'))
  const port = await freePort()
  const users = [inject('postgresUrl'), ...inject('loginUrls')].map(
    (connectionString) => new pg.Client({ connectionString }),
  )
  fs.writeFileSync(
    path.join(folder, 'users.txt'),
    users.map(({ user, password }) => `"${user}" "${password ?? ''}"\n`).join(''),
  )
  const options = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    auth_file: path.join(folder, 'users.txt'),
    pool_mode: 'transaction',
    default_pool_size: CONNECTIONS,
    ...settings,
  }
  const lines = Object.entries(options).map(([name, value]) => `${name} = ${value}\n`)
  const file = path.join(folder, 'pgbouncer.ini')
  fs.writeFileSync(file, `[databases]\n* = host=${cluster}\n[pgbouncer]\n${lines.join('')}`)
  // only the account of PostgreSQL reaches its socket
  const { uid, gid } = fs.statSync(cluster)
  for (const each of [folder, file, options.auth_file]) fs.chownSync(each, uid, gid)
  const pooler = spawn('/usr/sbin/pgbouncer', [file], { uid, gid, stdio: ['ignore', 'ignore', 'pipe'] })
  whenOver(async () => {
    pooler.kill('SIGKILL')
    await once(pooler, 'exit')
    fs.rmSync(folder, { recursive: true })
  })
  for await (const line of pooler.stderr) if (String(line).includes('process up')) break
  pooler.stderr.resume()
  return (url) => {
    const { user, password, database } = new pg.Client({ connectionString: url })
    return `postgresql://127.0.0.1:${port}/${database}?user=${user}&password=${encodeURIComponent(password ?? '')}`
  }
}

/** The logins of the application at a database of the run. */
export const loginUrlsOf = (database: string): string[] => inject('loginUrls').map((login) => urlOf(login, database))
