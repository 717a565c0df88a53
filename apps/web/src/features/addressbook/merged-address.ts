import { ADDRESS_CSV_COLUMNS, type AddressDraft, type ListedAddress } from '@postroom/contract/address-book'

/** The fields of an address that a user can change. */
export const draftOf = (address: ListedAddress): AddressDraft =>
  Object.fromEntries(ADDRESS_CSV_COLUMNS.map((column) => [column, address[column]])) as AddressDraft

/**
 * One address out of several of the same addressee: the fields of the kept one, its empty fields filled from the others
 * in their order, and the tags of all.
 */
export function mergedAddress(kept: ListedAddress, others: readonly ListedAddress[]): AddressDraft {
  const filled = ADDRESS_CSV_COLUMNS.map((column) => {
    const values = [kept, ...others].map((address) => address[column])
    return [column, values.find((value) => value !== '') ?? '']
  })
  const tags = [kept, ...others].flatMap((address) => address.tags)
  const isFirst = (tag: string, index: number) =>
    tags.findIndex((other) => other.toLowerCase() === tag.toLowerCase()) === index
  return { ...(Object.fromEntries(filled) as AddressDraft), tags: tags.filter(isFirst).slice(0, 20) }
}

/** Which of the addresses is kept at first: the one most was sent to. */
export const mostUsed = (addresses: readonly ListedAddress[]): ListedAddress | undefined =>
  addresses.toSorted((a, b) => b.sent - a.sent)[0]
