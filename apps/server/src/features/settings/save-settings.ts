import { fieldError } from '@postroom/contract/field-errors'
import type { OrganisationSettings } from '@postroom/contract/organisation-settings'
import { act } from '../../access/act.ts'
import type { Requester } from '../../access/actor.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { hasShipper } from '../shippers/shipper.store.ts'
import { deleteOwnSettings, organisationSettings, storeSettings } from './settings.store.ts'

/** Replaces the given sections, and records their names in the audit log. @returns all sections */
export const saveSettings = (
  context: Context,
  user: Requester,
  settings: OrganisationSettings,
): Promise<OrganisationSettings> =>
  act(context, user, async (tx, { organisation_id, id: user_id }) => {
    const sender = settings.sender?.id ?? null
    if (sender !== null && !(await hasShipper(tx, organisation_id, sender)))
      throw new AppError('invalid_request', { fields: [fieldError('sender.id', 'not_allowed')] })
    await storeSettings(tx, organisation_id, settings)
    const sections = Object.keys(settings).toSorted().join(', ')
    await recordAudit(tx, { organisation_id, user_id, event: 'settings_saved', details: { sections } })
    return organisationSettings(tx, organisation_id)
  })

/** Deletes what a user saved instead of the organisation's settings. @throws AppError not_found */
export const deleteOwn = (context: Context, user: Requester, userId: string): Promise<void> =>
  act(context, user, async (tx, { organisation_id, id: user_id }) => {
    if (!(await deleteOwnSettings(tx, organisation_id, userId))) throw new AppError('not_found')
    await recordAudit(tx, { organisation_id, user_id, event: 'own_settings_deleted', subject: userId })
  })
