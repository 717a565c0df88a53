import type { PostalAddress } from '@postroom/contract/address'
import type { Addressee } from '@postroom/contract/addressee'
import { isPostcode } from '@postroom/domain/catalogue/postcode'
import { isWholeAddress } from '@postroom/domain/pasting/pasted-address'
import { ClipboardPaste } from 'lucide-react'
import { useState } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { ShippingForm } from '../item-form/shipping-form.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Icon } from '../ui/icon.tsx'
import { AddressFields } from './address-fields.tsx'
import { AddresseeSummary } from './addressee-summary.tsx'
import { CountryField } from './country-field.tsx'
import { SplitNotice } from './split-notice.tsx'
import css from './to-card.module.css'
import type { KeepAddressee } from './use-keep-addressee.ts'
import { useSplitAddress } from './use-split-address.ts'
import { WhoToBox } from './who-to-box.tsx'

/** The addressee: found or written, then one line with Change. */
export function ToCard(props: {
  form: UseFormReturn<ShippingForm>
  hasErrors: boolean
  /** Opens the fields at once, because another addressee is wanted. */
  isChanging?: boolean
  onCountry: (country: string) => void
  /** The addressee is complete: the focus goes on to the next question. */
  onKnown: () => void
  /** Absent without an address book. */
  keep?: KeepAddressee | undefined
}) {
  const { form, hasErrors, isChanging = false, onCountry, onKnown, keep } = props
  const { t } = useTranslation()
  const address = useWatch({ control: form.control, name: 'to' })
  const [isWriting, setWriting] = useState(isChanging)
  const [chosen, setChosen] = useState<Addressee>()

  const put = (to: PostalAddress) => {
    form.clearErrors('to')
    onCountry(to.country)
    form.setValue('to', to)
  }
  const whole = useSplitAddress({
    address,
    put,
    onSplit: (isClear) => {
      setChosen(undefined)
      setWriting(!isClear)
      if (isClear) onKnown()
    },
  })
  const choose = (addressee: Addressee) => {
    put(addressee.address)
    setChosen(addressee)
    whole.forget()
    onKnown()
  }
  const write = (typed: string) => {
    if (isWholeAddress(typed)) return whole.take(typed)
    form.setValue(isPostcode(typed) ? 'to.postal_code' : 'to.name', typed)
    setChosen(undefined)
    setWriting(true)
  }
  const undo = () => {
    whole.undo()
    setWriting(false)
  }

  const isEmpty = Object.entries(address).every(([name, text]) => name === 'country' || text === '')
  const isWhole = address.address1 !== '' && address.city !== ''
  const view = isWriting || hasErrors ? 'fields' : isEmpty ? 'search' : isWhole ? 'summary' : 'fields'
  return (
    <Card {...(view === 'fields' && { title: t('shipping.to') })}>
      <div onPaste={whole.onPaste}>
        {view === 'search' && (
          <div className={css.search}>
            <WhoToBox onChoose={choose} onWrite={write} />
            <CountryField
              name="to.country"
              label={t('shipping.address.country')}
              value={address.country}
              error={undefined}
              onChange={(country) => country !== '' && onCountry(country)}
            />
            <p className={css.hint}>
              <Icon of={ClipboardPaste} size="small" />
              <span>{t('shipping.who.paste')}</span>
              <Button variant="link" onPress={() => write('')}>
                {t('shipping.who.new')}
              </Button>
            </p>
          </div>
        )}
        {view === 'fields' && (
          <div onFocus={() => setWriting(true)}>
            <AddressFields
              control={form.control}
              side="to"
              isChanging={isWriting}
              uncertain={whole.split?.uncertain ?? []}
              onCountry={onCountry}
            />
            {keep && (
              <div className={css.keep}>
                <Checkbox name="keep" label={t('shipping.who.keep')} isSelected={keep.isKept} onChange={keep.setKept} />
              </div>
            )}
          </div>
        )}
        {view === 'summary' && (
          <AddresseeSummary address={address} addressee={chosen} onChange={() => setWriting(true)} />
        )}
        <SplitNotice split={whole.split} onUndo={undo} />
      </div>
    </Card>
  )
}
