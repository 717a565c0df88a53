import fs from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Bucket } from '../object-storage/bucket.ts'

export const MANIFEST = 'manifest.json'

/** Where the files of one backup are. It is a backup once it has its manifest, which is written last. */
export interface BackupPlace {
  /** As it was named at the terminal. */
  name: string
  /** Prepares the place for a new backup. @throws Error when there is one already */
  begin(): Promise<void>
  write(file: string, bytes: AsyncIterable<Uint8Array>): Promise<void>
  /** Writes the manifest, which completes the backup. */
  complete(manifest: string): Promise<void>
  /** Undefined when there is no such file. */
  read(file: string): Promise<AsyncIterable<Uint8Array> | undefined>
}

/** A folder, which gets its name when the backup is complete. Only its owner may read it. */
export function inFolder(folder: string): BackupPlace {
  const unfinished = `${folder}.unfinished`
  return {
    name: folder,
    async begin() {
      if (fs.existsSync(folder)) throw new Error(`${folder} exists already. A backup makes its own folder.`)
      fs.rmSync(unfinished, { recursive: true, force: true })
      fs.mkdirSync(unfinished, { recursive: true, mode: 0o700 })
    },
    write: (file, bytes) =>
      pipeline(bytes, fs.createWriteStream(path.join(unfinished, file), { mode: 0o600, flush: true })),
    async complete(manifest) {
      fs.writeFileSync(path.join(unfinished, MANIFEST), manifest, { mode: 0o600, flush: true })
      fs.renameSync(unfinished, folder)
    },
    async read(file) {
      const stored = path.join(folder, file)
      return fs.existsSync(stored) ? fs.createReadStream(stored) : undefined
    },
  }
}

/**
 * Objects of a bucket. What an aborted run has left stays, without a manifest: a key that may not delete is enough, and is
 * the safer one.
 */
export const inBucket = (bucket: Bucket): BackupPlace => ({
  name: bucket.place,
  async begin() {
    if (!(await bucket.has(''))) return
    throw new Error(
      (await bucket.has(MANIFEST))
        ? `${bucket.place} exists already. A backup needs a name of its own.`
        : `${bucket.place} has files of a backup that was not finished. Delete them, or choose another name.`,
    )
  },
  write: (file, bytes) => bucket.create(file, bytes),
  complete: (manifest) => bucket.create(MANIFEST, asStream(manifest)),
  read: (file) => bucket.read(file),
})

async function* asStream(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
