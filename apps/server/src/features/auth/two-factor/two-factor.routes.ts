import * as contract from '@postroom/contract/two-factor'
import type { Context } from '../../../context.ts'
import { actOnUsers } from '../../../access/act.ts'
import { serve, type Api } from '../../../http/serve.ts'
import { proveOwner } from '../prove-owner.ts'
import { confirmTwoFactor, prepareTwoFactor, removeTwoFactor, wrongOtp } from './two-factor.ts'
import { countRecoveryCodes, findTwoFactor } from './two-factor.store.ts'

/** Optional two-factor sign-in with codes of an authenticator app. */
export function twoFactorRoutes(api: Api, context: Context): void {
  const { db } = context

  serve(api, contract.getTwoFactor, async ({ user }) => {
    const active = Boolean((await findTwoFactor(db, user.id))?.secret)
    return { active, recovery_codes_left: await countRecoveryCodes(db, user.id) }
  })

  serve(api, contract.prepareTwoFactor, async ({ body, user, request }) => {
    const owner = await proveOwner(context, user, { ...body, address: request.ip })
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
    const owner = await proveOwner(context, user, { ...body, address: request.ip })
    await actOnUsers(context, user, (tx) => removeTwoFactor({ ...context, db: tx }, owner))
    return { active: false as const }
  })
}
