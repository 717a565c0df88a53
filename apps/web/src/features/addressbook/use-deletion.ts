import type { ListedAddress } from '@postroom/contract/address-book'
import { companyOrPerson } from '@postroom/domain/catalogue/addressed-name'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChangeAddresses } from './address-queries.ts'

/** Deletes addresses, and offers to restore the last ones. @param done called after a deletion */
export function useDeletion(done: () => void) {
  const { t } = useTranslation()
  const change = useChangeAddresses()
  const [gone, setGone] = useState<{ ids: string[]; text: string }>()
  const remove = (addresses: readonly ListedAddress[]) => {
    const [first] = addresses
    if (!first || change.isPending) return
    const ids = addresses.map(({ id }) => id)
    const text = t('addressbook.deleted', { count: ids.length, name: companyOrPerson(first) })
    change.mutate(
      { ids, deleted: true },
      {
        onSuccess: () => {
          setGone({ ids, text })
          done()
        },
      },
    )
  }
  return {
    remove,
    /** Offers to restore what a merge deleted. */
    merged: (ids: string[], name: string) => setGone({ ids, text: t('addressbook.merged', { name }) }),
    undo: {
      text: gone?.text,
      isPending: change.isPending,
      onUndo: () => gone && change.mutate({ ids: gone.ids, deleted: false }, { onSuccess: () => setGone(undefined) }),
      onDismiss: () => setGone(undefined),
    },
  }
}
