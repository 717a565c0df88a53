import type { AddressDraft, SavedAddress } from '@postroom/contract/address-book'
import { fieldError } from '@postroom/contract/field-errors'
import { validateAddress } from '../../addresses/validate-address.ts'
import type { Context } from '../../context.ts'
import { act } from '../../access/act.ts'
import { AppError } from '../../app-error.ts'
import type { Requester } from '../../access/actor.ts'
import { setDeleted, updateAddress, type AddressFields } from './address.store.ts'

type Find = Parameters<typeof validateAddress>[1]

const withoutLookup: Find = async () => undefined

/**
 * The address as stored: in its standard form, with its validation, and each tag once. What the look-up writes differently
 * is only suggested.
 */
export async function writtenAddress(draft: AddressDraft, find: Find): Promise<AddressFields> {
  const { code, isResidential, visibility, tags, ...text } = draft
  const { address, status } = await validateAddress(text, withoutLookup)
  const looked = await validateAddress(address, find)
  return {
    ...address,
    code,
    isResidential,
    visibility,
    tags: [...new Set(tags)],
    correction_status: status === 'unverified' && looked.status === 'verified' ? 'verified' : status,
    invalid_reason: null,
    suggested: looked.status === 'corrected' ? looked.address : null,
  }
}

/**
 * Updates an address, and deletes its duplicates. Only the owner may make a Public address Private.
 *
 * @throws AppError `not_found` when the caller does not see one of them
 */
export async function rewriteAddress(
  context: Context,
  user: Requester,
  { id, draft, duplicates = [] }: { id: string; draft: AddressDraft; duplicates?: readonly string[] },
  find: Find,
): Promise<SavedAddress> {
  const address = await writtenAddress(draft, find)
  const others = new Set(duplicates)
  return act(context, user, async (tx, actor) => {
    if (others.has(id)) throw new AppError('invalid_request', { fields: [fieldError('duplicates', 'not_allowed')] })
    const found = await updateAddress(tx, actor, id, address)
    if (!found) throw new AppError('not_found')
    const { owner_id, ...updated } = found
    if (updated.visibility === 'Private' && owner_id !== actor.id)
      throw new AppError('invalid_request', { fields: [fieldError('visibility', 'not_allowed')] })
    if (others.size > 0 && (await setDeleted(tx, actor, [...others], context.now())) < others.size)
      throw new AppError('not_found')
    return updated
  })
}
