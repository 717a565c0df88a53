import { useId, type ReactNode } from 'react'
import css from './card.module.css'
import { classNames } from './class-names.ts'

export interface CardProps {
  /** The heading, if any. */
  title?: string
  /** Beside the heading, in a lighter colour. */
  note?: ReactNode
  /** At the right end of the heading: a link or a quiet button. */
  action?: ReactNode
  /** `raised` for the one thing that floats; `flush` leaves the padding to its rows. */
  isRaised?: boolean
  isFlush?: boolean
  children: ReactNode
}

/** A bordered section of a page. */
export function Card({ title, note, action, isRaised = false, isFlush = false, children }: CardProps) {
  const heading = useId()
  return (
    <section
      className={classNames(css.card, isRaised && css.raised, isFlush && css.flush)}
      {...(title !== undefined && { 'aria-labelledby': heading })}
    >
      {title !== undefined && (
        <header className={css.header}>
          <h2 id={heading} className={css.title}>
            {title}
          </h2>
          {note !== undefined && <span className={css.note}>{note}</span>}
          {action !== undefined && <span className={css.action}>{action}</span>}
        </header>
      )}
      {children}
    </section>
  )
}
