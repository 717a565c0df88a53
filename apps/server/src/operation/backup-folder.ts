import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod'

const MANIFEST = 'manifest.json'
/** `schema.name`, as our migrations write names: safe in SQL and as a file name. */
const qualifiedName = z.string().regex(/^[a-z_][a-z0-9_]*\.[a-z_][a-z0-9_]*$/)

/** The contents of a backup folder, with hashes that show whether any of it is missing or changed. */
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
})

export type Manifest = z.output<typeof manifestSchema>

/** The rows of a table, compressed. */
export const fileOf = (folder: string, table: string): string => path.join(folder, `${table}.copy.gz`)

export const writeManifest = (folder: string, manifest: Manifest): void =>
  fs.writeFileSync(path.join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true })

/**
 * Reads the manifest and checks every file it names. @throws Error with a sentence, when a file is missing or was
 * changed
 */
export async function readVerified(folder: string): Promise<Manifest> {
  const file = path.join(folder, MANIFEST)
  if (!fs.existsSync(file)) throw new Error(`There is no backup in ${folder}.`)
  const manifest = manifestSchema.safeParse(JSON.parse(fs.readFileSync(file, 'utf8')))
  if (!manifest.success) throw new Error(`${file} is not the manifest of a backup that this version can read.`)
  for (const { name, sha256 } of manifest.data.tables) {
    const stored = fileOf(folder, name)
    if (!fs.existsSync(stored)) throw new Error(`The backup lacks ${stored}.`)
    if ((await digestOf(stored)) !== sha256) throw new Error(`${stored} was changed since the backup was taken.`)
  }
  return manifest.data
}

/** SHA-256 of a file, in hex. */
export async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(fs.createReadStream(file), hash)
  return hash.digest('hex')
}
