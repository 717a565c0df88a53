import type { Endpoint } from '@postroom/contract/endpoint'
import { isPermitted, mayChange } from '@postroom/domain/people/permissions'
import type { Settings } from '../context.ts'
import { AppError } from '../app-error.ts'
import type { Actor } from './actor.ts'

/** The refusal of a call that the caller's plan or permissions do not cover. @see spec §6 */
export function refusalFor(
  { plan, permission }: Pick<Endpoint, 'plan' | 'permission'>,
  user: Pick<Actor, 'plan' | 'permissions'>,
  variant: Settings['projectVariant'],
): AppError | undefined {
  if (plan !== undefined && plan !== user.plan) return new AppError('not_in_plan')
  if (permission !== undefined && !isPermitted(permission, user.permissions, variant))
    return new AppError('permission_denied')
  return undefined
}

/**
 * Refuses to change a thing of a colleague, or one without an owner, without the permission for it. @throws AppError
 * permission_denied
 */
export function refuseColleagues(...asked: Parameters<typeof mayChange>): void {
  if (!mayChange(...asked)) throw new AppError('permission_denied')
}
