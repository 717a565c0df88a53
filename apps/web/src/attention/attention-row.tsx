import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../ui/icon.tsx'
import css from './attention-card.module.css'

/** One thing that needs attention: what, the facts, and one act. */
export function AttentionRow(props: {
  icon: LucideIcon
  tone: 'warn' | 'info' | 'error'
  title: string
  facts: string
  act: ReactNode
}) {
  const { icon, tone, title, facts, act } = props
  return (
    <li className={css.row} data-tone={tone}>
      <Icon of={icon} />
      <div className={css.content}>
        <div className={css.text}>
          <p className={css.title}>{title}</p>
          <p className={css.facts}>{facts}</p>
        </div>
        {act}
      </div>
    </li>
  )
}
