import { appConfig } from '../app-config.ts'
import css from './footer.module.css'

/** The year and the company that provides the product. @see spec §1, §2 */
export function Footer() {
  return (
    <footer className={css.footer}>
      © {new Date().getFullYear()} {appConfig().companyName}
    </footer>
  )
}
