import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { clusterIn, embeddedUrl, launch, stopPostmaster } from '../db/embedded-cluster.ts'

/** A PostgreSQL that follows the embedded one in `leader`, copied from it while it runs. `stop()` stops it as a crash does. */
export async function startFollower(leader: string, dir: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const client = new pg.Client({ connectionString: embeddedUrl(leader) })
  await client.connect()
  fs.appendFileSync(path.join(leader, 'pg_hba.conf'), 'local replication postgres scram-sha-256\n')
  await client.query('select pg_reload_conf()')
  await client.query(`select pg_backup_start('follower', fast => true)`)
  fs.cpSync(leader, dir, { recursive: true, filter: (file) => !/\.s\.PGSQL|postmaster\.(?:pid|opts)$/.test(file) })
  fs.copyFileSync(`${leader}.key`, `${dir}.key`)
  const { rows } = await client.query<{ labelfile: string }>(
    'select labelfile from pg_backup_stop(wait_for_archive => false)',
  )
  await client.end()
  const { password, ...cluster } = await clusterIn(dir)
  fs.writeFileSync(path.join(dir, 'backup_label'), rows[0]!.labelfile)
  fs.writeFileSync(path.join(dir, 'standby.signal'), '')
  fs.appendFileSync(
    path.join(dir, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${leader} user=postgres password=${password}'\n`,
  )
  own(dir, leader)
  launch({ ...cluster, password })
  const url = embeddedUrl(dir)
  while (!(await answers(url)));
  return { url, stop: () => stopPostmaster(dir) }
}

/** As root, PostgreSQL runs under another account. */
function own(dir: string, like: string): void {
  const { uid, gid } = fs.statSync(like)
  for (const file of fs.readdirSync(dir, { recursive: true, encoding: 'utf8' }))
    fs.lchownSync(path.join(dir, file), uid, gid)
  fs.lchownSync(dir, uid, gid)
  fs.chmodSync(dir, 0o700)
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString }).on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
