import type { Pence } from '@postroom/domain/money'
import { Money } from './money.tsx'
import css from './total.module.css'

export interface TotalProps {
  label: string
  /** Undefined while there is no price: a dash is seen, nothing is said. */
  pence: Pence | undefined
}

/** The sum of a summary. Screen readers say it with its label whenever it changes. */
export function Total({ label, pence }: TotalProps) {
  return (
    <div className={css.total}>
      <span aria-hidden="true">{label}</span>
      <span className={css.amount} aria-live="polite" aria-atomic="true">
        {pence !== undefined && (
          <>
            <span className="visually-hidden">{label} </span>
            <Money pence={pence} size="total" />
          </>
        )}
      </span>
    </div>
  )
}
