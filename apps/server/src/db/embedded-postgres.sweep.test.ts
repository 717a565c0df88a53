import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { clusterIn, launch, postmasterOf, stopPostmaster } from './embedded-cluster.ts'
import { startEmbedded } from './embedded-postgres.ts'

// mkdtemp closes its folder to others, so as root this also proves the start below a folder like /root
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-pg-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

const withoutPassword = (url: string): string => url.replace(/&password=.*$/, '&password=guessed')

it('starts in a folder closed to others, rejects a second server, recovers after kill -9 and stops in order', async () => {
  const dir = path.join(folder, 'pg')
  const first = await startEmbedded(dir)
  await query(first.url, 'create table kept (n int); insert into kept values (7)')
  await expect(startEmbedded(dir)).rejects.toThrow('already runs')
  process.kill(postmasterOf(dir)!, 'SIGKILL')

  const second = await startEmbedded(dir)
  expect(await query(second.url, 'select n from kept')).toEqual([{ n: 7 }])
  await second.stop()
  expect(fs.existsSync(path.join(dir, 'postmaster.pid'))).toBe(false)
})

it('is small, listens on its socket only, and sorts texts by their characters', async () => {
  const database = await startEmbedded(path.join(folder, 'small'))
  const names = [
    'io_method',
    'listen_addresses',
    'max_logical_replication_workers',
    'server_encoding',
    'shared_buffers',
  ]
  const settings = await query(
    database.url,
    `select name, setting from pg_settings where name = any ('{${names.join(',')}}') order by name`,
  )
  const wanted = ['sync', '', '0', 'UTF8', String((32 * 1024) / 8)]
  expect(settings).toEqual(names.map((name, at) => ({ name, setting: wanted[at] })))
  const locale = 'select datlocprovider, datlocale, datcollate from pg_database where datname = current_database()'
  expect(await query(database.url, locale)).toEqual([{ datlocprovider: 'b', datlocale: 'C.UTF-8', datcollate: 'C' }])
  await database.stop()
})

it('counts a database that ends before the signal reaches it as stopped', async () => {
  const dir = path.join(folder, 'pg')
  await startEmbedded(dir)
  const kill = process.kill.bind(process)
  vi.spyOn(process, 'kill').mockImplementationOnce((pid) => {
    kill(pid, 'SIGKILL')
    throw Object.assign(new Error('kill ESRCH'), { code: 'ESRCH' })
  })
  await stopPostmaster(dir)
  vi.restoreAllMocks()
  expect(postmasterOf(dir)).toBeUndefined()
})

it('requires a password, keeps it from other accounts, and gets none of our environment', async () => {
  process.env['SMTP_URL'] = 'smtp://user:canary-password@localhost'
  const dir = path.join(folder, 'closed')
  const database = await startEmbedded(dir)
  await expect(query(withoutPassword(database.url), 'select 1')).rejects.toMatchObject({ code: '28P01' })
  expect(fs.statSync(`${dir}.key`).mode & 0o777).toBe(0o600)
  expect(fs.statSync(`${dir}.key`).uid).toBe(process.getuid?.())
  if (process.getuid?.() === 0) expect(fs.statSync(dir).uid).toBe(65_525) // of no other program
  const modeOf = (file: string) => (fs.statSync(path.join(dir, file)).mode & 0o777).toString(8)
  expect(['.', 'server.log', 'pg_hba.conf'].map(modeOf)).toEqual(['700', '600', '600'])
  if (process.platform === 'linux') {
    const environment = fs.readFileSync(`/proc/${postmasterOf(dir)}/environ`, 'utf8').split('\0')
    expect(environment).toContain('LC_ALL=C')
    expect(environment.join(' ')).not.toContain('canary')
  }
  await database.stop()
  delete process.env['SMTP_URL']
})

async function isClosedWithItsRows(dir: string): Promise<void> {
  const database = await startEmbedded(dir)
  expect(await query(database.url, 'select n from kept')).toEqual([{ n: 7 }])
  await expect(query(withoutPassword(database.url), 'select 1')).rejects.toMatchObject({ code: '28P01' })
  await database.stop()
}

const aFolder = async (name: string) => {
  const dir = path.join(folder, name)
  const first = await startEmbedded(dir)
  await query(first.url, 'create table kept (n int); insert into kept values (7)')
  await first.stop()
  fs.writeFileSync(path.join(dir, 'pg_hba.conf'), 'local all all trust\n')
  fs.rmSync(`${dir}.key`)
  return dir
}

describe('a folder of an earlier version, open to every program of its account', () => {
  it('is closed at the next start, with the rows it had', async () => {
    const dir = await aFolder('earlier')
    const shared = 65_534
    if (process.getuid?.() === 0)
      for (const file of fs.readdirSync(dir, { recursive: true, encoding: 'utf8' }))
        fs.lchownSync(path.join(dir, file), shared, shared)
    if (process.getuid?.() === 0) fs.chownSync(dir, shared, shared)
    await isClosedWithItsRows(dir)
  })

  it('is closed too when its killed server left the database running', async () => {
    const dir = await aFolder('running')
    launch(await clusterIn(dir))
    await expect
      .poll(() => query(`postgresql:///postgres?host=${dir}&user=postgres`, 'select 1').catch(() => []))
      .toHaveLength(1)
    await isClosedWithItsRows(dir)
    expect(postmasterOf(dir)).toBeUndefined()
    await stopPostmaster(dir) // a stop is fine when nothing runs
  })
})
