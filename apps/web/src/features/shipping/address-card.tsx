import { useState } from 'react'
import { useWatch, type Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { PostalAddress } from '@postroom/contract/address'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import css from './address-card.module.css'
import { AddressFields, type Side } from './address-fields.tsx'
import { addressLines } from './address-lines.ts'
import type { ShippingForm } from './shipping-form.ts'

/** Whom it goes to, or who sends it. An address that is known already is shown as words, with Change beside it. */
export function AddressCard(props: {
  control: Control<ShippingForm>
  side: Side
  isKnown?: boolean
  hasErrors: boolean
  onCountry?: (country: string) => void
}) {
  const { control, side, isKnown = false, hasErrors, onCountry } = props
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const address = useWatch({ control, name: side })
  const isFolded = isKnown && !isOpen && !hasErrors
  return (
    <Card title={t(`shipping.${side}`)}>
      {isFolded ? (
        <div className={css.known}>
          <AddressWords address={address} />
          <Button variant="link" aria-label={t('shipping.change_from')} onPress={() => setOpen(true)}>
            {t('shipping.change')}
          </Button>
        </div>
      ) : (
        <AddressFields control={control} side={side} {...(onCountry && { onCountry })} />
      )}
    </Card>
  )
}

function AddressWords({ address }: { address: PostalAddress }) {
  const { i18n } = useTranslation()
  const [who, ...where] = addressLines({ ...address, company_name: address.name ? '' : address.company_name })
  const country = new Intl.DisplayNames(i18n.language, { type: 'region' }).of(address.country)
  return (
    <address className={css.words}>
      <span>
        <strong>{who}</strong>
        {address.name && address.company_name ? ` · ${address.company_name}` : ''}
      </span>
      <span>{where.slice(0, -1).join(', ')}</span>
      <span>{[where.at(-1), country].join(' · ')}</span>
    </address>
  )
}
