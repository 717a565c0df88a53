import path from 'node:path'
import type { Manifest } from '../operation/backup-folder.ts'
import { takeBackup } from '../operation/backup.store.ts'
import { restoreBackup } from '../operation/restore.store.ts'
import { ledgerVerify } from './ledger-verify.ts'
import type { Outcome } from './outcome.ts'
import { asOwner } from './with-database.ts'

/** Copies everything in the database into a new `folder`, also while a server runs. */
export const backup = (folder: string): Promise<Outcome> =>
  asOwner(async (url) => {
    const manifest = await takeBackup(url, path.resolve(folder))
    return { text: `Backup in ${folder}: ${countOf(manifest)}.\n${keyFor(manifest)}`, exitCode: 0 }
  })

/** Brings the backup in `folder` back into an empty database, then proves ledger and audit log. */
export const restore = (folder: string): Promise<Outcome> =>
  asOwner(async (url) => {
    const manifest = await restoreBackup(url, path.resolve(folder))
    const { text, exitCode } = await ledgerVerify()
    return {
      text: `Brought back ${countOf(manifest)}, taken at ${manifest.taken_at}.\n${keyFor(manifest)}${text}`,
      exitCode,
    }
  })

/** What a backup does not hold, on purpose. */
const keyFor = ({ tables }: Manifest): string =>
  tables.some(({ name, rows }) => name === 'public.two_factor' && rows > 0)
    ? 'Second steps need the secret key of the server it was taken from: POSTROOM_SECRET_KEY, or DATA_DIR/secret.key.\n'
    : ''

const countOf = ({ tables }: Manifest): string =>
  `${tables.reduce((sum, { rows }) => sum + rows, 0)} rows of ${tables.length} tables`
