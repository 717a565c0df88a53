import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import css from './notice.module.css'

export interface NoticeProps {
  tone?: 'info' | 'good' | 'warn' | 'error'
  title?: string
  /** A button or link that fixes it. */
  action?: ReactNode
  /** Announced by screen readers when it appears: errors at once, the others at the next pause. Off for notices that are there from the start. */
  isLive?: boolean
  children?: ReactNode
}

const ICONS = { info: Info, good: CircleCheck, warn: TriangleAlert, error: CircleAlert }

/** A message beside the thing it concerns, with the action that resolves it. */
export function Notice({ tone = 'info', title, action, isLive = false, children }: NoticeProps) {
  const role = isLive ? (tone === 'error' ? 'alert' : 'status') : undefined
  return (
    <div className={classNames(css.notice, css[tone])} role={role}>
      <Icon of={ICONS[tone]} />
      <div className={css.text}>
        {title !== undefined && <p className={css.title}>{title}</p>}
        {children}
      </div>
      {action !== undefined && <div className={css.action}>{action}</div>}
    </div>
  )
}
