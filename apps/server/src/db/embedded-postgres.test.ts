import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { startEmbedded } from './embedded-postgres.ts'

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

// mkdtemp closes its folder to others, so as root this also proves the start below a folder like /root
it('starts in a folder closed to others, refuses a second server, survives kill -9 and stops in order', async () => {
  const dir = path.join(folder, 'pg')
  const first = await startEmbedded(dir)
  await query(first.url, 'create table kept (n int); insert into kept values (7)')
  await expect(startEmbedded(dir)).rejects.toThrow('already runs')
  const postmaster = () => Number(fs.readFileSync(path.join(dir, 'postmaster.pid'), 'utf8').split('\n')[0])
  process.kill(postmaster(), 'SIGKILL')

  const second = await startEmbedded(dir)
  expect(await query(second.url, 'select n from kept')).toEqual([{ n: 7 }])
  await second.stop()
  expect(fs.existsSync(path.join(dir, 'postmaster.pid'))).toBe(false)
})
