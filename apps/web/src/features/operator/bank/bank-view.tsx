import css from '../operator.module.css'
import { ReconciliationCard } from './reconciliation-card.tsx'
import { StatementsCard } from './statements-card.tsx'

/** Transfers on bank statements, and what each side has of a day. */
export function BankView() {
  return (
    <div className={css.page}>
      <StatementsCard />
      <ReconciliationCard />
    </div>
  )
}
