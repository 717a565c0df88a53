import type { LockedActor } from '../../access/act.ts'
import { AppError } from '../../app-error.ts'
import type { CarrierManifests, ManifestOutcome } from '../../carriers/carrier-port.ts'
import { carrierOf } from '../../carriers/carriers.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/in-transaction.ts'
import type { CarrierAccount } from '../accounts/account.store.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { keepOutcome, openManifest, reopenManifest, type StoredManifest } from './manifest.store.ts'

/** The manifests of an account's carrier. @throws AppError manifest_not_wanted */
export function manifestsOf(context: Pick<Context, 'carriers'>, carrier_code: string): CarrierManifests {
  const { manifests } = carrierOf(context, carrier_code)
  if (!manifests) throw new AppError('manifest_not_wanted')
  return manifests
}

/** Opens a manifest for a user, and records it. @returns nothing while another is open */
export async function openFor(
  tx: Tx,
  { id: user_id, organisation_id }: LockedActor,
  account: CarrierAccount,
): Promise<StoredManifest | undefined> {
  const opened = await openManifest(tx, account, user_id)
  if (opened) await recordAudit(tx, { organisation_id, user_id, event: 'manifest_asked', subject: opened.id })
  return opened
}

/** Asks the carrier for an opened manifest. Whatever fails here ends as `unknown`. */
export const askCarrier = async (
  { db }: Pick<Context, 'db'>,
  manifests: CarrierManifests,
  opened: StoredManifest,
): Promise<StoredManifest> => keepOutcome(db, opened, await answerOf(manifests.make(opened.carrier_account_id)))

/** Opens a failed manifest again for a user, and records it. @returns false when it did not fail, or another is open */
export async function reopenFor(
  tx: Tx,
  { id: user_id, organisation_id }: LockedActor,
  failed: StoredManifest,
): Promise<boolean> {
  const isOpen = await reopenManifest(tx, failed)
  if (isOpen) await recordAudit(tx, { organisation_id, user_id, event: 'manifest_asked', subject: failed.id })
  return isOpen
}

/** Asks the carrier again for a manifest that was opened again: for the same one where it has a number. */
export async function askAgain(
  { db }: Pick<Context, 'db'>,
  manifests: CarrierManifests,
  failed: StoredManifest,
): Promise<StoredManifest> {
  const { carrier_account_id, number } = failed
  const asked = number === null ? manifests.make(carrier_account_id) : manifests.retry(carrier_account_id, number)
  return keepOutcome(db, { ...failed, state: 'asked' }, await answerOf(asked))
}

export const answerOf = (asked: Promise<ManifestOutcome>): Promise<ManifestOutcome> =>
  asked.catch(() => ({ kind: 'unknown' }))
