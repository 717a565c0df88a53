import { useId, type ReactNode } from 'react'
import css from './choices.module.css'

interface ChoicesProps {
  label: string
  description?: string
  error: string | undefined
  /** Check boxes. */
  children: ReactNode
}

/** Several check boxes under one question. */
export function Choices({ label, description, error, children }: ChoicesProps) {
  const id = useId()
  return (
    <fieldset className={css.choices} aria-describedby={id}>
      <legend>{label}</legend>
      <div className={css.boxes}>{children}</div>
      <p
        id={id}
        role={error === undefined ? undefined : 'alert'}
        className={error === undefined ? css.quiet : css.error}
      >
        {error ?? description}
      </p>
    </fieldset>
  )
}
