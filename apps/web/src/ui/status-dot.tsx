import type { ReactNode } from 'react'
import type { Tone } from './badge.tsx'
import { classNames } from './class-names.ts'
import css from './status-dot.module.css'

/** A coloured dot with its text: colour alone must not carry the meaning (WCAG 1.4.1). */
export function StatusDot({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={css.status}>
      <span className={classNames(css.dot, css[tone])} aria-hidden="true" />
      {children}
    </span>
  )
}
