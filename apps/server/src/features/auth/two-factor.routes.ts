import * as contract from '@postroom/contract/two-factor'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { actOnUsers } from '../../access/act.ts'
import { serve, type Api } from '../../http/serve.ts'
import type { SignedInUser } from '../../access/signed-in-user.ts'
import type { User } from '../identity/user.store.ts'
import { provePassword } from './prove-password.ts'
import { checkCode, confirmTwoFactor, missingOtp, prepareTwoFactor, removeTwoFactor, wrongOtp } from './two-factor.ts'
import { countRecoveryCodes, findTwoFactor } from './two-factor.store.ts'

/** Optional two-factor sign-in with codes of an authenticator app. */
export function twoFactorRoutes(api: Api, context: Context): void {
  const { db } = context

  serve(api, contract.getTwoFactor, async ({ user }) => {
    const active = Boolean((await findTwoFactor(db, user.id))?.secret)
    return { active, recovery_codes_left: await countRecoveryCodes(db, user.id) }
  })

  /**
   * Requires the password again, and a code where two-factor is set up: a session may have been left open, or the
   * password be known.
   */
  const proveBoth = async (
    { id, session_id }: SignedInUser,
    { current_password, otp }: { current_password: string; otp?: string | undefined },
    { ip }: FastifyRequest,
  ): Promise<User> => {
    const owner = await provePassword(context, { id, session_id, password: current_password, address: ip })
    const checked = await checkCode(context, owner, otp)
    if (checked === 'right') return owner
    throw checked === 'missing' ? missingOtp() : wrongOtp()
  }

  serve(api, contract.prepareTwoFactor, async ({ body, user, request }) => {
    const owner = await proveBoth(user, body, request)
    return actOnUsers(context, user, (tx) => prepareTwoFactor({ ...context, db: tx }, owner))
  })

  serve(api, contract.confirmTwoFactor, async ({ body, user }) => {
    const recovery_codes = await actOnUsers(context, user, (tx, actor) =>
      confirmTwoFactor({ ...context, db: tx }, actor, body.otp),
    )
    if (!recovery_codes) throw wrongOtp()
    return { recovery_codes }
  })

  serve(api, contract.removeTwoFactor, async ({ body, user, request }) => {
    const owner = await proveBoth(user, body, request)
    await actOnUsers(context, user, (tx) => removeTwoFactor({ ...context, db: tx }, owner))
    return { active: false as const }
  })
}
