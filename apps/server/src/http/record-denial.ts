import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { recordAudit } from '../features/audit/audit.store.ts'
import { AppError } from '../app-error.ts'
import { asCaller } from '../access/caller.ts'
import { recordWithinLimits } from '../access/limit-attempts.ts'
import { callerOf } from './serve.ts'

/**
 * Records in the audit log that a user asked for what their plan, permissions or API key do not cover: once per quarter of an
 * hour for each user and call, so that a refused user cannot fill the log. The request log has every refusal.
 */
export async function recordDenial(context: Context, request: FastifyRequest, error: unknown): Promise<void> {
  const { user, routeOptions } = request
  const call = routeOptions.config.endpoint?.id
  if (!user || !call || !isDenial(error)) return
  const { id: user_id, organisation_id } = user
  await asCaller(callerOf(request), async () => {
    const isFirst = await recordWithinLimits(context, [{ counter: `denied\n${user_id}\n${call}`, max: 1 }])
    if (isFirst) await recordAudit(context.db, { organisation_id, user_id, event: error.code, details: { call } })
  })
}

const DENIALS = ['permission_denied', 'not_in_plan', 'api_key_not_allowed'] as const

const isDenial = (error: unknown): error is AppError & { code: (typeof DENIALS)[number] } =>
  error instanceof AppError && DENIALS.some((code) => code === error.code)
