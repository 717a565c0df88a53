import type { ReactNode } from 'react'
import type { AccountFilter } from './account-filter.ts'

/** What each of the three statements is given. */
export interface StatementProps {
  accountId: string
  filter: AccountFilter
  onChange: (change: Partial<AccountFilter>) => void
  /** Chooses among the statements; stands above each of them. */
  choice: ReactNode
}
