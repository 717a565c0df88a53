import * as contract from '@postroom/contract/sign-on'
import { actOnUsers } from '../../../access/act.ts'
import { countAttempt } from '../../../access/limit-attempts.ts'
import type { SignedInUser } from '../../../access/signed-in-user.ts'
import type { Context } from '../../../context.ts'
import { serve, type Api } from '../../../http/serve.ts'
import { recordAudit } from '../../audit/audit.store.ts'
import { handleOf } from '../../identity/user.store.ts'
import { scimBaseOf } from '../provisioning/present-scim.ts'
import { findProvisioning } from '../provisioning/provisioned.store.ts'
import { redirectUriOf } from './begin-sign-on.ts'
import { findDomains } from './domain.store.ts'
import { saveSignOn, testIssuer } from './save-sign-on.ts'
import { deleteSignOn, findSignOn, type StoredDomain, type StoredSignOn } from './sign-on.store.ts'
import { endAllSignedOn } from './subject.store.ts'

/** Each attempt calls a host that a user has named, so an organisation may make this many per quarter of an hour. */
const TESTS_MAX = 20

/** How an organisation signs on, for its managers. */
export function signOnSettingsRoutes(api: Api, context: Context): void {
  const { db, settings } = context
  const countTest = ({ organisation_id }: SignedInUser) =>
    countAttempt(context, [{ counter: `sign-on of\n${organisation_id}`, max: TESTS_MAX }])

  serve(api, contract.getSignOn, async ({ user: { organisation_id } }) => {
    const [stored, domains, handle, { has_key, last_called_at }] = await Promise.all([
      findSignOn(db, organisation_id),
      findDomains(db, organisation_id),
      handleOf(db, organisation_id),
      findProvisioning(db, organisation_id, context.now()),
    ])
    return {
      ...(stored && { settings: presentSettings(stored) }),
      domains: domains.map(presentDomain),
      redirect_uri: redirectUriOf(settings),
      logout_uri: `${settings.publicUrl}${settings.apiBase}/auth/v1/sign-on/${handle}/logout`,
      sign_in_link: `${settings.publicUrl}/login?organisation=${handle}`,
      provisioning: {
        base_uri: scimBaseOf(settings),
        has_key,
        ...(last_called_at && { last_called_at: last_called_at.toISOString() }),
      },
    }
  })

  serve(api, contract.saveSignOn, async ({ body, user }) => {
    await countTest(user)
    const test = await testIssuer(context, body.issuer)
    if (test.result === 'ready') await actOnUsers(context, user, (tx, actor) => saveSignOn(context, tx, actor, body))
    return test
  })

  serve(api, contract.testSignOn, async ({ body, user }) => {
    await countTest(user)
    return testIssuer(context, body.issuer)
  })

  serve(api, contract.removeSignOn, ({ user }) =>
    actOnUsers(context, user, async (tx, { id: user_id, organisation_id, session_id }) => {
      if (await deleteSignOn(tx, organisation_id)) {
        await endAllSignedOn(tx, organisation_id, session_id)
        await recordAudit(tx, { organisation_id, user_id, event: 'sign_on_removed' })
      }
      return { removed: true as const }
    }),
  )
}

const presentSettings = ({ groups_claim, ...stored }: StoredSignOn): contract.ShownSignOn['settings'] => ({
  issuer: stored.issuer,
  client_id: stored.client_id,
  plan: stored.plan,
  role: stored.role,
  ...(groups_claim !== null && { groups_claim }),
  group_roles: stored.group_roles,
  passwords: stored.passwords,
})

const presentDomain = ({ domain, confirmed_at }: StoredDomain) => ({ domain, is_confirmed: confirmed_at !== null })
