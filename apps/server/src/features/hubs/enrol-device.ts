import { ENROLMENT_CODES_MAX } from '@postroom/contract/enrolment'
import type { Context } from '../../context.ts'
import { act } from '../../access/act.ts'
import type { SignedInUser } from '../../access/signed-in-user.ts'
import { AppError } from '../../app-error.ts'
import type { Tx } from '../../db/in-transaction.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { countCodes, countDevice, deleteCode, insertCode, lockCode } from './enrolment.store.ts'
import { lockHub, saveHub } from './hub.store.ts'
import { hashOfCode, newEnrolmentCode } from './pairing-code.ts'

const DAY_MS = 24 * 3600_000

/** Makes an enrolment code. @throws AppError `too_many_enrolment_codes` */
export function makeCode(context: Context, user: SignedInUser, asked: { devices_max: number; days: number }) {
  const { devices_max, days } = asked
  const code = newEnrolmentCode()
  return act(context, user, async (tx, { organisation_id, id: user_id }) => {
    const now = context.now()
    if ((await countCodes(tx, organisation_id, now)) >= ENROLMENT_CODES_MAX)
      throw new AppError('too_many_enrolment_codes')
    const enrolment = await insertCode(tx, {
      organisation_id,
      code_hash: hashOfCode(code),
      starts_with: code.slice(0, code.indexOf('-')),
      devices_max,
      expires_at: new Date(now.getTime() + days * DAY_MS),
    })
    const details = { devices_max, days }
    await recordAudit(tx, { organisation_id, user_id, event: 'enrolment_code_made', subject: enrolment.id, details })
    return { code, enrolment }
  })
}

/** Withdraws an enrolment code. @throws AppError `not_found` */
export const removeCode = (context: Context, user: SignedInUser, id: string): Promise<void> =>
  act(context, user, async (tx, { organisation_id, id: user_id }) => {
    if (!(await deleteCode(tx, organisation_id, id))) throw new AppError('not_found')
    await recordAudit(tx, { organisation_id, user_id, event: 'enrolment_code_removed', subject: id })
  })

/**
 * Pairs a device manager by an enrolment code. One that already belongs to the organisation, because it lost the answer,
 * stays as it is and is not counted again. @returns the id of its hub
 * @throws AppError `enrolment_code_invalid` for a code that is unknown, expired or used up
 */
export async function enrolDevice(
  tx: Tx,
  { code, alias, public_key }: { code: string; alias: string; public_key: Buffer },
  now: Date,
): Promise<string> {
  const found = await lockCode(tx, hashOfCode(code), now)
  if (!found) throw new AppError('enrolment_code_invalid')
  const { id, organisation_id } = found
  const known = await lockHub(tx, organisation_id, { public_key })
  if (known) return saveHub(tx, { ...known, organisation_id, public_key })
  if (!(await countDevice(tx, id))) throw new AppError('enrolment_code_invalid')
  const hub = await saveHub(tx, { organisation_id, alias, public_key, paired_by: null })
  await recordAudit(tx, { organisation_id, event: 'hub_enrolled', subject: hub, details: { code: id } })
  return hub
}
