import type { ReactNode } from 'react'
import css from './field-grid.module.css'

/** Fields side by side, two in a row; one below the other on a phone. */
export function FieldGrid({ children }: { children: ReactNode }) {
  return <div className={css.grid}>{children}</div>
}

/** A field that takes a whole row of a `FieldGrid`. */
export function WholeRow({ children }: { children: ReactNode }) {
  return <div className={css.whole}>{children}</div>
}
