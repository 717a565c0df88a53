import { Link } from 'react-aria-components'
import css from './wordmark.module.css'

/** The stamp and the product name; a link with `href`. */
export function Wordmark({ href }: { href?: string }) {
  const mark = (
    <>
      <img src="/assets/stamp.svg" alt="" width="22" height="26" />
      <span>Postroom</span>
    </>
  )
  return href === undefined ? (
    <span className={css.wordmark}>{mark}</span>
  ) : (
    <Link href={href} className={css.wordmark ?? ''}>
      {mark}
    </Link>
  )
}
