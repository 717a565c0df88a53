import { API_KEYS_MAX, type NewApiKey, type RenewedApiKey } from '@postroom/contract/api-key'
import { fieldError } from '@postroom/contract/field-errors'
import { ukDateOf, type CalendarDate } from '@postroom/domain/calendar'
import { toPence } from '@postroom/domain/money'
import { isKeyDay, OVERLAP_HOURS } from '@postroom/domain/people/api-keys'
import type { LockedActor } from '../../../access/act.ts'
import { newApiKeySecret, startOf } from '../../../api-key-secret.ts'
import { AppError } from '../../../app-error.ts'
import type { Tx } from '../../../db/in-transaction.ts'
import { spendingAccountsAmong } from '../../accounts/account.store.ts'
import { recordAudit } from '../../audit/audit.store.ts'
import { endKey, findKey, insertKey, lockKeys, replaceSecret } from './api-key.store.ts'

/** The id of a key, and the secret that is shown once. */
interface Made {
  id: string
  secret: string
}

const HOUR_MS = 3_600_000

/** Makes a key that acts for the caller. @throws AppError naming the fields, or `too_many_api_keys` */
export async function makeApiKey(
  tx: Tx,
  { organisation_id, id: made_by }: LockedActor,
  { current_password: _proved, ...asked }: NewApiKey,
  now: Date,
): Promise<Made> {
  refuseDay(asked.last_day, ukDateOf(now))
  const accounts = asked.accounts && [...new Set(asked.accounts)]
  if (accounts && (await spendingAccountsAmong(tx, organisation_id, accounts)).length < accounts.length)
    throw new AppError('invalid_request', { fields: [fieldError('accounts', 'not_allowed')] })
  await refuseMore(tx, organisation_id, now)
  const secret = newApiKeySecret()
  const scopes = [...new Set(asked.scopes)]
  const pence_per_day = asked.pence_per_day === null ? null : toPence(asked.pence_per_day)
  const key = { ...asked, organisation_id, made_by, scopes, accounts, pence_per_day, starts_with: startOf(secret) }
  const id = await insertKey(tx, key, secret)
  const details = {
    name: asked.name,
    scopes: scopes.join(' '),
    accounts: accounts?.join(' ') ?? 'all',
    calls_per_minute: asked.calls_per_minute,
    pence_per_day: pence_per_day ?? 'none',
    last_day: asked.last_day,
  }
  await recordAudit(tx, { organisation_id, user_id: made_by, event: 'api_key_made', subject: id, details })
  return { id, secret }
}

/** Gives a key a new secret and last day. @throws AppError `not_found`, `api_key_ended` or `too_many_api_keys` */
export async function renewApiKey(
  tx: Tx,
  { organisation_id, id: user_id }: LockedActor,
  id: string,
  { overlap, last_day }: Pick<RenewedApiKey, 'overlap' | 'last_day'>,
  now: Date,
): Promise<Made> {
  refuseDay(last_day, ukDateOf(now))
  await refuseMore(tx, organisation_id, now, id)
  if (!(await findKey(tx, organisation_id, id))) throw new AppError('not_found')
  const secret = newApiKeySecret()
  const overlap_until = overlap === 'none' ? null : new Date(now.getTime() + OVERLAP_HOURS[overlap] * HOUR_MS)
  const next = { secret, starts_with: startOf(secret), last_day, overlap_until }
  if (!(await replaceSecret(tx, organisation_id, id, next))) throw new AppError('api_key_ended')
  const details = { overlap, last_day }
  await recordAudit(tx, { organisation_id, user_id, event: 'api_key_renewed', subject: id, details })
  return { id, secret }
}

/** Revokes a key; once it is revoked, a repetition changes nothing. @throws AppError not_found */
export async function revokeApiKey(
  tx: Tx,
  { organisation_id, id: user_id }: LockedActor,
  id: string,
  now: Date,
): Promise<void> {
  if (!(await findKey(tx, organisation_id, id))) throw new AppError('not_found')
  if (await endKey(tx, organisation_id, id, now))
    await recordAudit(tx, { organisation_id, user_id, event: 'api_key_revoked', subject: id })
}

function refuseDay(lastDay: CalendarDate, today: CalendarDate): void {
  if (!isKeyDay(lastDay, today))
    throw new AppError('invalid_request', { fields: [fieldError('last_day', 'not_allowed')] })
}

/** An expired key that is renewed counts again. */
async function refuseMore(tx: Tx, organisationId: string, now: Date, besides?: string): Promise<void> {
  if ((await lockKeys(tx, organisationId, ukDateOf(now), besides)) >= API_KEYS_MAX)
    throw new AppError('too_many_api_keys')
}
