import path from 'node:path'
import type { Manifest } from '../operation/backup-folder.ts'
import { takeBackup } from '../operation/backup.store.ts'
import { restoreBackup } from '../operation/restore.store.ts'
import { ledgerVerify } from './ledger-verify.ts'
import type { Outcome } from './outcome.ts'
import { asOwner } from './with-database.ts'

/** Copies the whole database into a new `folder`; a server may be running. */
export const backup = (folder: string): Promise<Outcome> =>
  asOwner(async (url) => {
    const manifest = await takeBackup(url, path.resolve(folder))
    return { text: `Backup in ${folder}: ${countOf(manifest)}.\n${keyFor(manifest)}`, exitCode: 0 }
  })

/** Restores the backup in `folder` into an empty database, then verifies the ledger and the audit log. */
export const restore = (folder: string): Promise<Outcome> =>
  asOwner(async (url) => {
    const manifest = await restoreBackup(url, path.resolve(folder))
    const { text, exitCode } = await ledgerVerify()
    return {
      text: `Restored ${countOf(manifest)}, taken at ${manifest.taken_at}.\n${keyFor(manifest)}${text}`,
      exitCode,
    }
  })

/** Names the secret key, which a backup leaves out on purpose. */
const keyFor = ({ tables }: Manifest): string =>
  tables.some(({ name, rows }) => name === 'public.two_factor' && rows > 0)
    ? 'Two-factor sign-in needs the secret key of the server it was taken from: POSTROOM_SECRET_KEY, or DATA_DIR/secret.key.\n'
    : ''

const countOf = ({ tables }: Manifest): string =>
  `${tables.reduce((sum, { rows }) => sum + rows, 0)} rows of ${tables.length} tables`
