import { createHash } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod'
import { MANIFEST, type BackupPlace } from './backup-place.ts'

/** `schema.name`, as our migrations write names: safe in SQL and as a file name. */
const qualifiedName = z.string().regex(/^[a-z_][a-z0-9_]*\.[a-z_][a-z0-9_]*$/)

/** The contents of a backup, with hashes that show whether any of it is missing or changed. */
const manifestSchema = z.object({
  format: z.literal(1),
  taken_at: z.iso.datetime(),
  /** The shape of the database: its migrations. */
  migrations: z.array(z.string()),
  tables: z.array(
    z.object({ name: qualifiedName, rows: z.number().int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  ),
  /** The next value of each sequence; none: it was never used. */
  sequences: z.array(z.object({ name: qualifiedName, last_value: z.string().regex(/^\d+$/).nullable() })),
  /** Documents that the backup names and does not hold: they are in a bucket, which belongs to it. */
  moved_documents: z.array(z.object({ place: z.string(), count: z.number().int().min(1) })).default([]),
})

export type Manifest = z.output<typeof manifestSchema>

/** The rows of a table, compressed. */
export const fileOf = (table: string): string => `${table}.copy.gz`

export const textOf = (manifest: Manifest): string => `${JSON.stringify(manifest, null, 2)}\n`

/**
 * Reads the manifest and checks every file it names. @throws Error with a sentence, when a file is missing or was
 * changed
 */
export async function readVerified(place: BackupPlace): Promise<Manifest> {
  const written = await place.read(MANIFEST)
  if (!written) throw new Error(`There is no backup in ${place.name}.`)
  const manifest = manifestSchema.safeParse(JSON.parse(await text(written)))
  if (!manifest.success)
    throw new Error(`${MANIFEST} in ${place.name} is not the manifest of a backup that this version can read.`)
  for (const { name, sha256 } of manifest.data.tables) {
    const file = fileOf(name)
    const stored = await place.read(file)
    if (!stored) throw new Error(`The backup in ${place.name} lacks ${file}.`)
    const hash = createHash('sha256')
    await pipeline(stored, hash)
    if (hash.digest('hex') !== sha256)
      throw new Error(`${file} in ${place.name} was changed since the backup was taken.`)
  }
  return manifest.data
}
