import type { ReactNode } from 'react'
import css from './wizard-page.module.css'

/** One answer to check: its name, its lines, and the way to change it. */
export function AnswerRow(props: {
  name: string
  lines: readonly string[]
  more?: string | undefined
  act: ReactNode
}) {
  const { name, lines, more, act } = props
  return (
    <div className={css.row}>
      <dt>{name}</dt>
      <dd>
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
        {more !== undefined && <span className={css.more}>{more}</span>}
      </dd>
      <dd>{act}</dd>
    </div>
  )
}
