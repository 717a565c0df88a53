import type {
  CostCenterFields,
  ReferenceFieldsChange,
  SavedReferenceFields,
} from '@postroom/contract/shipment-references'
import type { Context } from '../../context.ts'
import { act } from '../../access/act.ts'
import type { Requester } from '../../access/actor.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { replaceReferenceFields, storeCostCenter, type CostCenter } from './reference.store.ts'

/**
 * Replaces the rules for references, and records the user in the audit log.
 *
 * @throws AppError `reference_fields_changed` if somebody else saved them in the meantime
 */
export const saveReferenceFields = (
  context: Context,
  user: Requester,
  fields: ReferenceFieldsChange,
): Promise<SavedReferenceFields> =>
  act(context, user, async (tx, { organisation_id, id: user_id }) => {
    const saved = await replaceReferenceFields(tx, organisation_id, fields)
    const details = { labels: fields.data.map(({ label }) => label).join(', ') }
    await recordAudit(tx, { organisation_id, user_id, event: 'reference_fields_saved', details })
    return saved
  })

/** Saves a cost centre, and records the user and the new budget in the audit log. */
export const saveCostCenter = (context: Context, user: Requester, fields: CostCenterFields): Promise<CostCenter> =>
  act(context, user, async (tx, { organisation_id, id: user_id }) => {
    const saved = await storeCostCenter(tx, organisation_id, fields, context.now())
    const { code, is_active, budget } = fields
    const details = { code, is_active: String(is_active), ...(budget ?? { budget: 'none' }) }
    await recordAudit(tx, { organisation_id, user_id, event: 'cost_center_saved', subject: saved.id, details })
    return saved
  })
