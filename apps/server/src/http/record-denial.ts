import type { Endpoint } from '@postroom/contract/endpoint'
import type { Context } from '../context.ts'
import { recordAudit } from '../features/audit/audit.store.ts'
import { noteWithinLimits } from './limit-attempts.ts'
import type { AppError } from './app-error.ts'
import type { SignedInUser } from './signed-in-user.ts'

/**
 * Writes down that somebody asked for what he may not do: once in a quarter of an hour for each user and call, or whoever
 * is refused could fill the audit log. The request log has every refusal.
 */
export async function recordDenial(
  context: Context,
  { id: user_id, organisation_id }: SignedInUser,
  { id: call }: Endpoint,
  { code }: AppError,
): Promise<void> {
  const isFirst = await noteWithinLimits(context, [{ who: `denied\n${user_id}\n${call}`, max: 1 }])
  if (isFirst) await recordAudit(context.db, { organisation_id, user_id, event: code, details: { call } })
}
