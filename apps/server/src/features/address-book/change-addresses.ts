import type { changeAddresses as contract } from '@postroom/contract/address-book'
import type { RequestOf } from '@postroom/contract/endpoint'
import { act } from '../../access/act.ts'
import type { SignedInUser } from '../../access/signed-in-user.ts'
import type { Context } from '../../context.ts'
import { dropSuggestion, setDeleted, setTag } from './address.store.ts'

type Change = RequestOf<typeof contract>['body']

/** Tags, deletes or restores several addresses, or keeps them as written. @returns how many were changed */
export const changeAddresses = (context: Context, user: SignedInUser, change: Change): Promise<number> =>
  act(context, user, async (tx, actor) => {
    const { ids, add_tag, remove_tag, deleted, keep_as_written } = change
    const added = add_tag === undefined ? 0 : await setTag(tx, actor, { ids, tag: add_tag, isOn: true })
    const removed = remove_tag === undefined ? 0 : await setTag(tx, actor, { ids, tag: remove_tag, isOn: false })
    const gone = deleted === undefined ? 0 : await setDeleted(tx, actor, ids, deleted ? context.now() : null)
    const kept = keep_as_written ? await dropSuggestion(tx, actor, ids) : 0
    return Math.max(added, removed, gone, kept)
  })
