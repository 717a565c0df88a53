import { useEffect, useRef, type ReactNode } from 'react'
import css from './page.module.css'

export interface PageProps {
  /** The main heading, which takes the focus when the page opens. */
  title: string
  /** First part of the document title, when it should be shorter: 'Send'. */
  documentTitle?: string
  /** Beside the heading: what is true of the whole page. */
  aside?: ReactNode
  children: ReactNode
}

/** Heading and document title of a screen. Every screen of the app is one of these. */
export function Page({ title, documentTitle = title, aside, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${documentTitle} – Postroom`
  }, [documentTitle])
  useEffect(() => {
    // a field that asked for the focus keeps it
    if (!document.activeElement?.matches('input')) heading.current?.focus()
  }, [])

  return (
    <>
      <header className={css.header}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {aside}
      </header>
      {children}
    </>
  )
}
