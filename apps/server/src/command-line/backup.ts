import path from 'node:path'
import { readConfig } from '../config.ts'
import { storageOf } from '../configured.ts'
import { openBucket } from '../object-storage/open-bucket.ts'
import type { Manifest } from '../operation/backup-manifest.ts'
import { inBucket, inFolder, type BackupPlace } from '../operation/backup-place.ts'
import { takeBackup } from '../operation/backup.store.ts'
import { restoreBackup } from '../operation/restore.store.ts'
import { ledgerVerify } from './ledger-verify.ts'
import type { Outcome } from './outcome.ts'
import { asOwner } from './with-database.ts'

/** Copies the whole database to a new folder or `s3://bucket/name`; a server may be running. */
export const backup = (place: string): Promise<Outcome> =>
  asOwner(async (url) => {
    const manifest = await takeBackup(url, await placeOf(place))
    return { text: `Backup in ${place}: ${countOf(manifest)}.\n${movedIn(manifest)}${keyFor(manifest)}`, exitCode: 0 }
  })

/** Restores the backup in a folder or `s3://bucket/name` into an empty database, then verifies the ledger and the audit log. */
export const restore = (place: string): Promise<Outcome> =>
  asOwner(async (url) => {
    const manifest = await restoreBackup(url, await placeOf(place))
    const { text, exitCode } = await ledgerVerify()
    return {
      text: `Restored ${countOf(manifest)}, taken at ${manifest.taken_at}.\n${movedIn(manifest)}${keyFor(manifest)}${text}`,
      exitCode,
    }
  })

async function placeOf(named: string): Promise<BackupPlace> {
  if (!named.startsWith('s3://')) return inFolder(path.resolve(named))
  return inBucket(await openBucket(named, storageOf(readConfig(process.env))))
}

/** Names the bucket that belongs to the backup. */
const movedIn = ({ moved_documents }: Manifest): string =>
  moved_documents
    .map(({ place, count }) => `${count} documents are not in the backup but in ${place}: keep both.\n`)
    .join('')

/** Names the secret key, which a backup leaves out on purpose. */
const keyFor = ({ tables }: Manifest): string =>
  tables.some(({ name, rows }) => name === 'public.two_factor' && rows > 0)
    ? 'Two-factor sign-in needs the secret key of the server it was taken from: POSTROOM_SECRET_KEY, or DATA_DIR/secret.key.\n'
    : ''

const countOf = ({ tables }: Manifest): string =>
  `${tables.reduce((sum, { rows }) => sum + rows, 0)} rows of ${tables.length} tables`
