import * as contract from '@postroom/contract/passkey'
import { actOnUsers } from '../../../access/act.ts'
import type { SignedInUser } from '../../../access/signed-in-user.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import { rememberDevice } from '../../../http/known-device.ts'
import { placeOf } from '../../../http/place-of.ts'
import { serve, type Api } from '../../../http/serve.ts'
import { setXsrfCookie } from '../../../http/xsrf-cookie.ts'
import { getUser } from '../../identity/user.store.ts'
import { proveOwner } from '../prove-owner.ts'
import { signsOnOnly } from '../sign-on/signs-on-only.ts'
import { addPasskey, prepareToAdd } from './add-passkey.ts'
import { afterChange } from './after-change.ts'
import { keepChallenge } from './challenge.store.ts'
import { deletePasskey, findPasskeys, renamePasskey, type StoredPasskey } from './passkey.store.ts'
import { needRelyingParty, relyingPartyOf } from './relying-party.ts'
import { signInWithPasskey } from './sign-in-with-passkey.ts'

/** Passkeys: signing in with one, and a user's own list. @see decision 046 */
export function passkeyRoutes(api: Api, context: Context): void {
  const { db, settings } = context

  serve(api, contract.beginPasskeySignIn, async () => {
    needRelyingParty(settings)
    return { challenge: await keepChallenge(context, { purpose: 'sign_in', user_id: null }) }
  })

  serve(api, contract.signInWithPasskey, async ({ body, request, reply }) => {
    const { authUser, xsrfToken } = await signInWithPasskey(context, body, placeOf(request))
    setXsrfCookie(reply, settings, xsrfToken)
    rememberDevice(context, request, reply, authUser.id)
    return authUser
  })

  const whyUnavailable = async ({ id }: SignedInUser): Promise<'address' | 'sign_on' | undefined> => {
    if (!relyingPartyOf(settings)) return 'address'
    return (await signsOnOnly(db, await getUser(db, id))) ? 'sign_on' : undefined
  }
  const refuseUnavailable = async (user: SignedInUser) => {
    if (await whyUnavailable(user)) throw new AppError('passkeys_unavailable')
  }

  serve(api, contract.listPasskeys, async ({ user }) => {
    const unavailable = await whyUnavailable(user)
    return { passkeys: (await findPasskeys(db, user.id)).map(present), ...(unavailable && { unavailable }) }
  })

  serve(api, contract.challengePasskey, async ({ user }) => {
    await refuseUnavailable(user)
    const challenge = await actOnUsers(context, user, (tx, { id: user_id }) =>
      keepChallenge({ ...context, db: tx }, { purpose: 'confirm', user_id }),
    )
    return { challenge }
  })

  serve(api, contract.preparePasskey, async ({ body, user, request }) => {
    await refuseUnavailable(user)
    const owner = await proveOwner(context, user, { ...body, address: request.ip })
    return actOnUsers(context, user, (tx) => prepareToAdd({ ...context, db: tx }, owner))
  })

  serve(api, contract.addPasskey, async ({ body, user }) => {
    await refuseUnavailable(user)
    return present(await addPasskey(context, user, body))
  })

  serve(api, contract.renamePasskey, ({ params, body, user }) =>
    actOnUsers(context, user, async (tx, { id: user_id }) => {
      const renamed = await renamePasskey(tx, { id: params.passkeyId, user_id }, body.name)
      if (!renamed) throw new AppError('not_found')
      return present(renamed)
    }),
  )

  serve(api, contract.removePasskey, ({ params: { passkeyId }, user }) =>
    actOnUsers(context, user, async (tx, actor) => {
      if (!(await deletePasskey(tx, { id: passkeyId, user_id: actor.id }))) throw new AppError('not_found')
      await afterChange(tx, actor, 'passkey_removed', passkeyId)
      return { removed: true as const }
    }),
  )
}

const present = ({ id, name, created_at, last_used_at, synced }: StoredPasskey): contract.Passkey => ({
  id,
  name,
  created_at: created_at.toISOString(),
  ...(last_used_at && { last_used_at: last_used_at.toISOString() }),
  synced,
})
