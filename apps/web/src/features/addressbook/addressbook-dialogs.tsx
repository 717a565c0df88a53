import type { ListedAddress } from '@postroom/contract/address-book'
import { useQuery } from '@tanstack/react-query'
import { duplicatesQuery } from './address-queries.ts'
import { ImportDialog } from './import-dialog.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { TagDialog } from './tag-dialog.tsx'

export type BookDialog = 'import' | 'tag' | 'merge' | 'merge_twice'

interface AddressbookDialogsProps {
  open: BookDialog | undefined
  /** The addresses that are chosen in the list. */
  chosen: readonly ListedAddress[]
  /** The address beside the list. */
  address: ListedAddress | undefined
  onClose: () => void
  /** Called with the ids of the deleted duplicates. */
  onMerged: (ids: string[], name: string) => void
}

/** The one open dialog of the address book. */
export function AddressbookDialogs({ open, chosen, address, onClose, onMerged }: AddressbookDialogsProps) {
  if (open === 'import') return <ImportDialog onClose={onClose} />
  if (open === 'tag') return <TagDialog ids={chosen.map(({ id }) => id)} onClose={onClose} />
  if (open === 'merge') return <MergeDialog addresses={chosen} onClose={onClose} onMerged={onMerged} />
  if (open === 'merge_twice' && address)
    return <MergeTwice addressee={address.addressee} onClose={onClose} onMerged={onMerged} />
  return null
}

/** Merges all addresses of one addressee. */
function MergeTwice(props: { addressee: string } & Pick<AddressbookDialogsProps, 'onClose' | 'onMerged'>) {
  const { addressee, ...rest } = props
  const { data } = useQuery(duplicatesQuery(addressee))
  return data && data.length > 1 ? <MergeDialog addresses={data} {...rest} /> : null
}
