import { createHash, type Hash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { CopyOut } from '../db/copy-rows.ts'
import { fileOf, textOf, type Manifest } from './backup-manifest.ts'
import type { BackupPlace } from './backup-place.ts'

/**
 * Copies the whole database at `url` into a new `place`, as of one instant, while others go on using it. It is no backup
 * before it is complete.
 *
 * @throws Error when the place has a backup already or the copy fails
 */
export async function takeBackup(url: string, place: BackupPlace): Promise<Manifest> {
  await place.begin()
  const client = new pg.Client({ connectionString: url }).on('error', () => {})
  await client.connect()
  try {
    const manifest = await copyAll(client, place)
    await place.complete(textOf(manifest))
    return manifest
  } finally {
    await client.end()
  }
}

async function copyAll(client: pg.Client, place: BackupPlace): Promise<Manifest> {
  // rows hidden by a row policy must be an error, never missing from the backup
  await client.query('set row_security = off')
  await client.query('begin isolation level repeatable read read only')
  const names = await namesOf(client, 'r')
  await client.query(`lock table ${names.join(', ')} in access share mode`) // no migration meanwhile
  const migrations = await client.query<{ name: string }>('select name from migration order by name')
  const tables: Manifest['tables'] = []
  for (const name of names) tables.push(await copyTable(client, name, place))
  return {
    format: 1,
    taken_at: new Date().toISOString(),
    migrations: migrations.rows.map(({ name }) => name),
    tables,
    // read last: sequences ignore transactions, and may be ahead of the rows but never behind
    sequences: await countersOf(client),
    moved_documents: names.includes('public.document_object') ? await movedDocuments(client) : [],
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

async function copyTable(client: pg.Client, name: string, place: BackupPlace): Promise<Manifest['tables'][number]> {
  const rows = new CopyOut(client, name)
  const hash = createHash('sha256')
  await pipeline(rows, createGzip(), (bytes) => place.write(fileOf(name), hashing(bytes, hash)))
  return { name, rows: rows.rows, sha256: hash.digest('hex') }
}

/** The same bytes, which `hash` gets too. */
async function* hashing(bytes: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes) {
    hash.update(piece)
    yield piece
  }
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

/** How many documents have their bytes in which bucket. */
async function movedDocuments(client: pg.Client): Promise<Manifest['moved_documents']> {
  const { rows } = await client.query<{ place: string; count: number }>(
    `select place, count(*)::int as count from document_object where document_id is not null and stored_at is not null
     group by place order by place`,
  )
  return rows
}
