import { updateSelf } from '@postroom/contract/identity'
import { forgotPassword, resetPassword } from '@postroom/contract/password'
import type { Context } from '../../context.ts'
import { serve, type Api } from '../../http/serve.ts'
import { changeOwnAccount } from './change-own-account.ts'
import { requestReset } from './forgot-password.ts'
import { setPasswordByToken } from './reset-password.ts'

/** Password reset, and changes of a user's own account. @see spec §7 'Identity' */
export function passwordRoutes(api: Api, context: Context): void {
  serve(api, forgotPassword, async ({ body, request }) => {
    await requestReset(context, { login: body.username, address: request.ip })
    return { accepted: true as const }
  })

  serve(api, resetPassword, async ({ body, request }) => {
    await setPasswordByToken(context, { ...body, address: request.ip })
    return { reset: true as const }
  })

  serve(api, updateSelf, async ({ body, user, request }) => {
    const changed = await changeOwnAccount(context, user, { ...body, address: request.ip })
    const { id, username, fullname, email, plan } = changed
    return { id, username, fullname, email, plan }
  })
}
