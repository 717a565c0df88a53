import type { ContractPriceList } from '@postroom/contract/contract-price'
import { idOf } from '../../testing/an-organisation.ts'

/** A list of contract prices that begins later. */
export const aList = (number: number, change: Partial<ContractPriceList> = {}): ContractPriceList => ({
  id: idOf(number),
  organisation_id: idOf(1),
  organisation: `Bindery ${number}`,
  account_id: idOf(1),
  account: 'Royal Mail',
  pricing: 'online',
  effective_from: '2027-01-04',
  state: 'coming',
  prices: 5,
  services: ['TR24', '1'],
  added_at: '2026-11-20T09:00:00.000Z',
  ...change,
})
