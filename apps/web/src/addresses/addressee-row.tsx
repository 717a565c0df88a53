import type { Addressee } from '@postroom/contract/addressee'
import { useTranslation } from 'react-i18next'
import { MarkedText } from './marked-text.tsx'
import css from './who-to-box.module.css'

/** One found addressee: name and company, town, postcode, use. */
export function AddresseeRow({ addressee, typed }: { addressee: Addressee; typed: string }) {
  const { t, i18n } = useTranslation()
  const { address, sent, last_sent_at } = addressee
  const [first = '', ...others] = [address.name, address.company_name].filter((text) => text !== '')
  const day = last_sent_at && new Intl.DateTimeFormat(i18n.language, SHORT).format(new Date(last_sent_at))
  return (
    <>
      <span className={css.cut}>
        <strong>
          <MarkedText text={first} typed={typed} />
        </strong>
        {others.map((text) => (
          <span key={text}>
            {' · '}
            <MarkedText text={text} typed={typed} />
          </span>
        ))}
      </span>
      <span className={css.town}>
        <MarkedText text={address.city} typed={typed} />
      </span>
      <span className={css.code}>
        <MarkedText text={address.postal_code} typed={typed} />
      </span>
      <span className={css.use}>{day !== null && t('shipping.who.sent', { count: sent, day })}</span>
    </>
  )
}

const SHORT = { day: 'numeric', month: 'short', timeZone: 'Europe/London' } as const
