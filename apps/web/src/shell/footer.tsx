import { useState } from 'react'
import { appConfig } from '../app-config.ts'
import css from './footer.module.css'

/** The year and the company that provides the product. @see spec §1, §2 */
export function Footer() {
  const [year] = useState(() => new Date().getFullYear())
  return (
    <footer className={css.footer}>
      © {year} {appConfig().companyName}
    </footer>
  )
}
