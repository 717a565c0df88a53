import type { Endpoint } from '@postroom/contract/endpoint'
import { isPermitted } from '@postroom/domain/permissions'
import type { Settings } from '../context.ts'
import { AppError } from './app-error.ts'
import type { SignedInUser } from './signed-in-user.ts'

/** Refuses a call that the caller's plan or permissions do not cover, as its contract declares. @see spec §6 */
export function authorise(endpoint: Endpoint, user: SignedInUser, variant: Settings['projectVariant']): void {
  const { plan, permission } = endpoint
  if (plan !== undefined && plan !== user.plan) throw new AppError('not_in_plan')
  if (permission !== undefined && !isPermitted(permission, user.permissions, variant))
    throw new AppError('permission_denied')
}
