import type { CalendarDate } from '../calendar.ts'
import type { ServiceCode } from '../catalogue/services.ts'
import { toPence } from '../money.ts'
import type { Channel } from './channels.ts'
import type { PriceList, PriceRow } from './price-row.ts'

/** The prices that a carrier has agreed with one account, from 00:00 London on `effective_from` until the next of that account. */
export interface ContractPrices {
  id: string
  effective_from: CalendarDate
  /** A row without a price says that the contract does not offer it. */
  rows: readonly ContractRow[]
}

export type ContractRow = Omit<PriceRow, 'price' | 'confidence' | 'sources'> & { price: number | null }

/**
 * The price list of an account with a contract. Each service that the contract names has its prices from there alone; the published
 * list prices every other service, so no item ever has prices of both.
 */
export interface ContractList extends PriceList {
  /** The services that the contract names, with a price or without. */
  names: ReadonlySet<ServiceCode>
  /** The published list of the same channel and day. */
  published: PriceList
}

const NOT_OFFERED = 'The contract of the account does not offer this.'
const SOURCE = 'contract of the account'

/** Puts the prices of a contract in front of the published list. */
export function contractList({ id, effective_from, rows }: ContractPrices, published: PriceList): ContractList {
  const { channel } = published
  return {
    id: contractListId(channel, id),
    channel,
    effective_from,
    unpublished: Object.fromEntries(
      rows.filter(({ price }) => price === null).map((row) => [row.service, NOT_OFFERED]),
    ),
    sources: {},
    rows: rows.flatMap(({ price, ...row }) =>
      price === null ? [] : { ...row, price: toPence(price), confidence: 'high' as const, sources: [SOURCE] },
    ),
    names: new Set(rows.map(({ service }) => service)),
    published,
  }
}

/** The name of a contract list in quotes and purchases. It begins with the channel, like that of every list. */
export const contractListId = (channel: Channel, id: string): string => `${channel.replace('_', '-')}-contract-${id}`

/** Whether a quote or purchase is priced by a contract, from the name of its list. */
export const isContractId = ({ id }: { id: string }): boolean => id.includes('-contract-')

/** Whether a list is that of a contract. */
export const isContract = (list: PriceList): list is ContractList => 'published' in list

/** The list that prices a service: the contract where it names the service, otherwise the published one. */
export const listPricing = (service: ServiceCode, list: PriceList): PriceList =>
  isContract(list) && !list.names.has(service) ? list.published : list

/** The published list beside the contract that prices a service; undefined where no contract does. */
export const publishedBeside = (list: PriceList): PriceList | undefined =>
  isContract(list) ? list.published : undefined

/** The contract in force on a day: the newest that has begun. */
export const contractOn = <Contract extends Pick<ContractPrices, 'effective_from'>>(
  contracts: readonly Contract[],
  day: CalendarDate,
): Contract | undefined =>
  contracts
    .filter(({ effective_from }) => effective_from <= day)
    .toSorted((a, b) => a.effective_from.localeCompare(b.effective_from))
    .at(-1)
