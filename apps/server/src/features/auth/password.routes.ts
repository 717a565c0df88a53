import { updateSelf } from '@postroom/contract/identity'
import { forgotPassword, resetPassword } from '@postroom/contract/password'
import type { Context } from '../../context.ts'
import { serve, type Api } from '../../http/serve.ts'
import { changeOwnAccount } from './change-own-account.ts'
import { noteForgotten } from './forgot-password.ts'
import { setForgotten } from './reset-password.ts'

/** A password that is forgotten, and changes of a user's own account. @see spec §7 'Identity' */
export function passwordRoutes(api: Api, context: Context): void {
  serve(api, forgotPassword, async ({ body, request }) => {
    await noteForgotten(context, { login: body.username, address: request.ip })
    return { accepted: true as const }
  })

  serve(api, resetPassword, async ({ body, request }) => {
    await setForgotten(context, { ...body, address: request.ip })
    return { reset: true as const }
  })

  serve(api, updateSelf, async ({ body, user, request }) => {
    const changed = await changeOwnAccount(context, user, { ...body, address: request.ip })
    const { id, username, fullname, email, plan } = changed
    return { id, username, fullname, email, plan }
  })
}
