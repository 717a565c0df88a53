import { useId, type ReactNode } from 'react'
import css from './history.module.css'

/** One part of a drawer under its heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId()
  return (
    <section className={css.part} aria-labelledby={heading}>
      <h3 id={heading}>{title}</h3>
      {children}
    </section>
  )
}

/** Facts with their names; those without a value are left out. */
export function Facts({ rows }: { rows: readonly (readonly [name: string, value: ReactNode])[] }) {
  const known = rows.filter(([, value]) => value !== undefined && value !== '')
  if (known.length === 0) return null
  return (
    <dl className={css.facts}>
      {known.map(([name, value]) => [<dt key={`${name} name`}>{name}</dt>, <dd key={name}>{value}</dd>])}
    </dl>
  )
}
