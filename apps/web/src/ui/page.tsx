import { useEffect, useRef, type ReactNode } from 'react'
import css from './page.module.css'

export interface PageProps {
  /** The main heading; it gets the focus when the page opens. */
  title: string
  /** The first part of the document title where it is shorter than the heading: 'Send'. */
  documentTitle?: string
  /** Above the heading: the way back, the number of a question. */
  above?: ReactNode
  /** Beside the heading: something about the whole page. */
  aside?: ReactNode
  /** The page of a long list takes the whole window. */
  isWide?: boolean
  children: ReactNode
}

/** A screen with its heading and document title. */
export function Page({ title, documentTitle = title, above, aside, isWide = false, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${documentTitle} – Postroom`
  }, [documentTitle])
  useEffect(() => {
    // a field with autofocus keeps the focus, and so do a summary of errors and a dialog that was opened meanwhile
    const isElsewhere =
      document.activeElement?.matches('input, [role=alert]') || document.querySelector('[role=dialog]')
    if (!isElsewhere) heading.current?.focus()
  }, [])

  return (
    <>
      {above}
      <header className={css.header} data-wide={isWide || undefined}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {aside}
      </header>
      {children}
    </>
  )
}
