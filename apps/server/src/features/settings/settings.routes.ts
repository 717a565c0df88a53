import * as calls from '@postroom/contract/organisation-settings'
import type { Context } from '../../context.ts'
import { serve, type Api } from '../../http/serve.ts'
import { deleteOwn, saveSettings } from './save-settings.ts'
import { findOwnSettings, organisationSettings } from './settings.store.ts'

/** What applies to the whole organisation, and the users who chose something else for themselves. */
export function settingsRoutes(api: Api, context: Context): void {
  const { db } = context

  serve(api, calls.getOrganisationSettings, ({ user }) => organisationSettings(db, user.organisation_id))

  serve(api, calls.saveOrganisationSettings, ({ body, user }) => saveSettings(context, user, body))

  serve(api, calls.listOwnSettings, async ({ query: { start, length, orderAsc }, user }) => {
    const direction = orderAsc === 'true' ? 'asc' : 'desc'
    const { rows, total } = await findOwnSettings(db, user.organisation_id, { direction, start, length })
    const data = rows.map(({ value, ...person }) => ({
      ...person,
      // any JSON may be saved under the key
      own: calls.mailingSchema.safeParse(JSON.parse(value)).data ?? {},
    }))
    return { data, total, start, length }
  })

  serve(api, calls.deleteOwnSettings, async ({ params: { userId }, user }) => {
    await deleteOwn(context, user, userId)
    return { user_id: userId }
  })
}
