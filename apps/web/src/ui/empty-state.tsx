import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import css from './empty-state.module.css'
import { Icon } from './icon.tsx'

export interface EmptyStateProps {
  icon: LucideIcon
  /** `error` where the list could not be loaded. */
  tone?: 'neutral' | 'error'
  title: string
  /** What to do next, as a sentence and one button or link. */
  children?: ReactNode
  action?: ReactNode
}

/** Shown instead of an empty list, with the next action. */
export function EmptyState({ icon, tone = 'neutral', title, children, action }: EmptyStateProps) {
  return (
    <div className={css.empty}>
      <span className={classNames(css.icon, tone === 'error' && css.error)}>
        <Icon of={icon} size="large" />
      </span>
      <p className={css.title}>{title}</p>
      {children !== undefined && <div className={css.text}>{children}</div>}
      {action}
    </div>
  )
}
