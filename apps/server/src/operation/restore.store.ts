import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { CopyIn } from '../db/copy-rows.ts'
import { migrate } from '../db/migrate.ts'
import { fileOf, readVerified, type Manifest } from './backup-manifest.ts'
import type { BackupPlace } from './backup-place.ts'

/**
 * Restores a backup into the empty database at `url`, with the schema it had; the next start of a server migrates it. A
 * restore that fails half way, as on a full disk, may be repeated. Everybody must sign in again: otherwise a session
 * revoked after the backup would be valid.
 *
 * @throws Error with a sentence, before anything is written, when the backup is damaged, the database is not empty, or
 * its role lacks the right to switch triggers off, which the owner of the embedded database has
 */
export async function restoreBackup(url: string, place: BackupPlace): Promise<Manifest> {
  const manifest = await readVerified(place)
  const client = new pg.Client({ connectionString: url }).on('error', () => {})
  await client.connect()
  try {
    await refuseWithoutRight(client)
    if (!(await isEmpty(client, manifest)))
      throw new Error('The database is not empty. A backup is restored only into an empty one.')
    await migrate(url, manifest.migrations)
    await client.query('begin')
    await fill(client, manifest, place)
    await client.query('commit')
    await client.query('analyze')
    return manifest
  } finally {
    await client.end()
  }
}

async function refuseWithoutRight(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ may: boolean }>(
    `select has_parameter_privilege('session_replication_role', 'set') as may`,
  )
  if (!rows[0]?.may)
    throw new Error(
      'The role of the database may not switch triggers off: it needs the right to set session_replication_role.',
    )
}

/** Without tables; or with only the backup's tables and no users in them, as a failed restore leaves it. */
async function isEmpty(client: pg.Client, { migrations }: Manifest): Promise<boolean> {
  const made = await client.query(`select from pg_tables where schemaname = 'public' and tablename = 'migration'`)
  if (made.rowCount === 0) return true
  const done = await client.query<{ name: string }>('select name from migration')
  if (done.rows.some(({ name }) => !migrations.includes(name))) return false
  return done.rowCount === 0 || (await client.query('select from organisation limit 1')).rowCount === 0
}

async function fill(client: pg.Client, { tables, sequences }: Manifest, place: BackupPlace): Promise<void> {
  // the rows are complete: triggers must not add to them, and a snapshot needs no foreign key checks
  await client.query('set local session_replication_role = replica')
  await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
  for (const { name, rows } of tables) {
    const table = new CopyIn(client, name)
    const file = await place.read(fileOf(name))
    if (!file) throw new Error(`The backup lost ${fileOf(name)} while it was restored.`)
    await pipeline(file, createGunzip(), table)
    if (table.rows !== rows) throw new Error(`${name} has ${table.rows} rows, but the backup counted ${rows}.`)
  }
  for (const { name, last_value } of sequences)
    if (last_value !== null) await client.query('select setval($1, $2)', [name, last_value])
  await client.query('set local session_replication_role = origin')
  await client.query('delete from session') // deletes tokens, links and grants too
}
