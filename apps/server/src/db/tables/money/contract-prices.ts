import type { ContractRow } from '@postroom/domain/tariffs/contract-list'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

type Fixed<T> = ColumnType<T, T, never>

/** Tables of `036-contract-prices.sql`. */
export interface ContractPriceTables {
  contract_price_list: {
    id: Generated<string>
    organisation_id: Fixed<string>
    carrier_account_id: Fixed<string>
    effective_from: Fixed<string>
    prices: JSONColumnType<ContractRow[], string, never>
    sha256: Fixed<string>
    added_by: Fixed<string>
    added_on: Fixed<string>
    added_at: ColumnType<Date, never, never>
    withdrawn_by: ColumnType<string | null, never, string>
    withdrawn_on: ColumnType<string | null, never, string>
  }
}
