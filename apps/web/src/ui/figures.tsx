import type { ReactNode } from 'react'
import css from './figures.module.css'

/** The main figures of a page side by side; each is a `Figure`. */
export function Figures({ children }: { children: ReactNode }) {
  return <dl className={css.figures}>{children}</dl>
}

interface FigureProps {
  name: string
  value: ReactNode
  /** What the figure is compared with, or what it is made of. */
  note?: string
}

/** One large figure under its name. */
export function Figure({ name, value, note }: FigureProps) {
  return (
    <div className={css.figure}>
      <dt>{name}</dt>
      <dd className={css.value}>{value}</dd>
      {note !== undefined && <dd className={css.note}>{note}</dd>}
    </div>
  )
}
