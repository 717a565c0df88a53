import type { CalendarDate } from '@postroom/domain/calendar'
import type { Channel } from '@postroom/domain/tariffs/channels'
import {
  contractList,
  contractListId,
  contractOn,
  type ContractList,
  type ContractPrices,
} from '@postroom/domain/tariffs/contract-list'
import { priceListFor } from '@postroom/domain/tariffs/price-list'
import type { PriceList } from '@postroom/domain/tariffs/price-row'
import type { Db } from '../../db/database.ts'
import type { CarrierAccount } from '../accounts/account.store.ts'
import { findContracts } from './contract-price.store.ts'

/** The price list of an account in a channel on a posting day. */
export type ListOn = (channel: Channel, day: CalendarDate) => PriceList

type Contracting = Pick<CarrierAccount, 'id' | 'organisation_id' | 'pricing' | 'contracts'>

/** Contracts of a process, the oldest removed. A list never changes, and the account names which one applies. */
const kept = new Map<string, ContractPrices>()
const MOST_KEPT = 50

/**
 * Accounts with their price lists on some posting days. This is the only place that decides which list prices an account: its
 * contract in the channel that it pays by, otherwise the published one. One query at most, and none for contracts seen before.
 */
export async function withPriceLists<Account extends Contracting>(
  db: Db,
  accounts: readonly Account[],
  days: readonly CalendarDate[],
): Promise<(Account & { listOn: ListOn })[]> {
  const wanted = accounts.flatMap(({ contracts, organisation_id }) =>
    days.flatMap((day) => {
      const contract = contractOn(contracts, day)
      return contract ? [{ id: contract.id, organisation_id }] : []
    }),
  )
  const found = await contractsAmong(db, wanted)
  return accounts.map((account) => ({ ...account, listOn: (channel, day) => listOf(account, channel, day, found) }))
}

/** The id of the list that prices an account, as it is named in `quote.tariff` where it prices the service. */
export function priceListIdOn({ pricing, contracts }: Contracting, channel: Channel, day: CalendarDate): string {
  const contract = channel === pricing ? contractOn(contracts, day) : undefined
  return contract ? contractListId(channel, contract.id) : priceListFor(channel, day).id
}

function listOf(
  { pricing, contracts }: Contracting,
  channel: Channel,
  day: CalendarDate,
  found: ReadonlyMap<string, ContractPrices>,
): PriceList {
  const published = priceListFor(channel, day)
  const contract = channel === pricing ? contractOn(contracts, day) : undefined
  return contract ? inFrontOf(found.get(contract.id)!, published) : published
}

async function contractsAmong(
  db: Db,
  wanted: readonly { id: string; organisation_id: string }[],
): Promise<ReadonlyMap<string, ContractPrices>> {
  const missing = wanted.filter(({ id }) => !kept.has(id))
  const read = missing.length > 0 ? await findContracts(db, missing) : []
  const found = new Map([
    ...wanted.flatMap(({ id }) => (kept.has(id) ? [[id, kept.get(id)!] as const] : [])),
    ...read.map((contract) => [contract.id, contract] as const),
  ])
  for (const contract of read) kept.set(contract.id, contract)
  for (const id of kept.keys()) if (kept.size > MOST_KEPT) kept.delete(id)
  return found
}

/** Of each contract, the list it makes with the published one, whose index is built once. */
const lists = new WeakMap<ContractPrices, ContractList[]>()

function inFrontOf(contract: ContractPrices, published: PriceList): ContractList {
  const made = lists.get(contract) ?? []
  const known = made.find((list) => list.published === published)
  if (known) return known
  const list = contractList(contract, published)
  lists.set(contract, [...made, list])
  return list
}
