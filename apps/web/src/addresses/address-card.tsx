import { useState } from 'react'
import { useWatch, type Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { PostalAddress } from '@postroom/contract/address'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import css from './address-card.module.css'
import { AddressFields, type Side } from './address-fields.tsx'
import { addressLines } from './address-lines.ts'
import type { ShippingForm } from '../item-form/shipping-form.ts'

/**
 * The addressee or the sender. A known address is shown as text with a Change button; the fields appear when it is
 * pressed.
 */
export function AddressCard(props: {
  control: Control<ShippingForm>
  side: Side
  isKnown?: boolean
  hasErrors: boolean
  onTouch?: () => void
  onCountry?: (country: string) => void
}) {
  const { control, side, isKnown = false, hasErrors, onTouch, onCountry } = props
  const { t } = useTranslation()
  const [isChanging, setChanging] = useState(false)
  const address = useWatch({ control, name: side })
  const change = () => {
    setChanging(true)
    onTouch?.()
  }
  return (
    <Card title={t(`shipping.${side}`)}>
      {isKnown && !hasErrors ? (
        <div className={css.known}>
          <AddressText address={address} />
          <Button variant="link" aria-label={t('shipping.change_from')} onPress={change}>
            {t('shipping.change')}
          </Button>
        </div>
      ) : (
        <div onFocus={onTouch}>
          <AddressFields control={control} side={side} isChanging={isChanging} {...(onCountry && { onCountry })} />
        </div>
      )}
    </Card>
  )
}

function AddressText({ address }: { address: PostalAddress }) {
  const { i18n } = useTranslation()
  const [who, ...where] = addressLines({ ...address, company_name: address.name ? '' : address.company_name })
  const country = new Intl.DisplayNames(i18n.language, { type: 'region' }).of(address.country)
  return (
    <address className={css.text}>
      <span>
        <strong>{who}</strong>
        {address.name && address.company_name ? ` · ${address.company_name}` : ''}
      </span>
      <span>{where.slice(0, -1).join(', ')}</span>
      <span>{[where.at(-1), country].join(' · ')}</span>
    </address>
  )
}
