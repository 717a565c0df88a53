import type { ReactNode } from 'react'
import css from './badge.module.css'
import { classNames } from './class-names.ts'

export type Tone = 'neutral' | 'info' | 'good' | 'warn' | 'error'

/** A short state such as 'Printed'. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={classNames(css.badge, css[tone])}>{children}</span>
}
