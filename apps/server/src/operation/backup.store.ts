import fs from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { CopyOut } from '../db/copy-rows.ts'
import { digestOf, fileOf, writeManifest, type Manifest } from './backup-folder.ts'

/**
 * Copies the whole database at `url` into a new `folder`, as of one instant, while others go on using it. The folder
 * gets its name only when the backup is complete. It holds addresses, so only its owner may read it.
 *
 * @throws Error when the folder exists already or the copy fails
 */
export async function takeBackup(url: string, folder: string): Promise<Manifest> {
  if (fs.existsSync(folder)) throw new Error(`${folder} exists already. A backup makes its own folder.`)
  const unfinished = `${folder}.unfinished`
  fs.rmSync(unfinished, { recursive: true, force: true })
  fs.mkdirSync(unfinished, { recursive: true, mode: 0o700 })
  const client = new pg.Client({ connectionString: url }).on('error', () => {})
  await client.connect()
  try {
    const manifest = await copyAll(client, unfinished)
    writeManifest(unfinished, manifest)
    fs.renameSync(unfinished, folder)
    return manifest
  } finally {
    await client.end()
  }
}

async function copyAll(client: pg.Client, folder: string): Promise<Manifest> {
  // rows hidden by a row policy must be an error, never missing from the backup
  await client.query('set row_security = off')
  await client.query('begin isolation level repeatable read read only')
  const names = await namesOf(client, 'r')
  await client.query(`lock table ${names.join(', ')} in access share mode`) // no migration meanwhile
  const migrations = await client.query<{ name: string }>('select name from migration order by name')
  const tables: Manifest['tables'] = []
  for (const name of names) tables.push(await copyTable(client, name, folder))
  return {
    format: 1,
    taken_at: new Date().toISOString(),
    migrations: migrations.rows.map(({ name }) => name),
    tables,
    // read last: sequences ignore transactions, and may be ahead of the rows but never behind
    sequences: await countersOf(client),
  }
}

/** What migrations made: tables ('r') or sequences ('S'), without those of the system and of extensions. */
async function namesOf(client: pg.Client, kind: 'r' | 'S'): Promise<string[]> {
  const found = await client.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = $1 and c.relpersistence = 'p' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') order by 1`,
    [kind],
  )
  return found.rows.map(({ name }) => name)
}

async function copyTable(client: pg.Client, name: string, folder: string): Promise<Manifest['tables'][number]> {
  const rows = new CopyOut(client, name)
  const file = fileOf(folder, name)
  await pipeline(rows, createGzip(), fs.createWriteStream(file, { mode: 0o600, flush: true }))
  return { name, rows: rows.rows, sha256: await digestOf(file) }
}

async function countersOf(client: pg.Client): Promise<Manifest['sequences']> {
  const sequences: Manifest['sequences'] = []
  for (const name of await namesOf(client, 'S')) {
    const { rows } = await client.query<{ last: string | null }>(
      `select case when is_called then last_value::text end as last from ${name}`,
    )
    sequences.push({ name, last_value: rows[0]?.last ?? null })
  }
  return sequences
}
