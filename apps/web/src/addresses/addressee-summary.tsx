import type { PostalAddress } from '@postroom/contract/address'
import type { Addressee } from '@postroom/contract/addressee'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { addressLines } from './address-lines.ts'
import css from './to-card.module.css'

/** A known addressee on two lines, with the state of the address. */
export function AddresseeSummary(props: {
  address: PostalAddress
  /** The row it was chosen from. */
  addressee: Addressee | undefined
  onChange: () => void
}) {
  const { address, addressee, onChange } = props
  const { t, i18n } = useTranslation()
  const heading = useId()
  const [who, ...where] = addressLines({ ...address, company_name: address.name ? '' : address.company_name })
  const country = new Intl.DisplayNames(i18n.language, { type: 'region' }).of(address.country)
  return (
    <section className={css.row} aria-labelledby={heading}>
      <h2 id={heading} className={css.heading}>
        {t('shipping.to')}
      </h2>
      <address className={css.text}>
        <span className={css.who}>
          <strong>{who}</strong>
          {address.name && address.company_name && <span>· {address.company_name}</span>}
          {addressee && <State addressee={addressee} />}
        </span>
        <span className={css.where}>{[...where, ...(address.country === 'GB' ? [] : [country])].join(', ')}</span>
      </address>
      <Button variant="link" aria-label={t('shipping.who.change')} onPress={onChange}>
        {t('shipping.change')}
      </Button>
    </section>
  )
}

function State({ addressee: { id, correction_status } }: { addressee: Addressee }) {
  const { t } = useTranslation()
  if (correction_status === 'invalid') return <Badge tone="warn">{t('shipping.who.wrong')}</Badge>
  if (correction_status === 'verified') return <Badge tone="good">{t('shipping.who.checked')}</Badge>
  return id === null ? <Badge>{t('shipping.who.past_state')}</Badge> : null
}
