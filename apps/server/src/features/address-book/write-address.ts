import type { AddressDraft, SavedAddress } from '@postroom/contract/address-book'
import { fieldError } from '@postroom/contract/field-errors'
import { validateAddress } from '../../addresses/validate-address.ts'
import type { Context } from '../../context.ts'
import { act } from '../../access/act.ts'
import { AppError } from '../../app-error.ts'
import type { SignedInUser } from '../../access/signed-in-user.ts'
import { findAddress, updateAddress, type AddressFields } from './address.store.ts'

type Find = Parameters<typeof validateAddress>[1]

/** The address as stored: normalised, with its validation, and each tag once. */
export async function writtenAddress(draft: AddressDraft, find: Find): Promise<AddressFields> {
  const { code, isResidential, visibility, tags, ...text } = draft
  const { address, status } = await validateAddress(text, find)
  return {
    ...address,
    code,
    isResidential,
    visibility,
    tags: [...new Set(tags)],
    correction_status: status,
    invalid_reason: null,
  }
}

/** Updates an address. Only the owner may make a Public address Private. */
export async function rewriteAddress(
  context: Context,
  user: SignedInUser,
  id: string,
  draft: AddressDraft,
  find: Find,
): Promise<SavedAddress> {
  const address = await writtenAddress(draft, find)
  return act(context, user, async (tx, actor) => {
    const found = await findAddress(tx, actor, id)
    if (!found) throw new AppError('not_found')
    if (draft.visibility === 'Private' && found.owner_id !== actor.id)
      throw new AppError('invalid_request', { fields: [fieldError('visibility', 'not_allowed')] })
    const updated = await updateAddress(tx, actor, id, address)
    if (!updated) throw new AppError('not_found')
    return updated
  })
}
