import type { PostalAddress } from '@postroom/contract/address'
import type { Addressee } from '@postroom/contract/addressee'
import { isPostcode } from '@postroom/domain/catalogue/postcode'
import { isWholeAddress, parseAddress } from '@postroom/domain/pasting/pasted-address'
import { ClipboardPaste } from 'lucide-react'
import { useState, type ClipboardEvent } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { ShippingForm } from '../item-form/shipping-form.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Icon } from '../ui/icon.tsx'
import { Notice } from '../ui/notice.tsx'
import { AddressFields } from './address-fields.tsx'
import { AddresseeSummary } from './addressee-summary.tsx'
import { CountryField } from './country-field.tsx'
import css from './to-card.module.css'
import type { KeepAddressee } from './use-keep-addressee.ts'
import { WhoToBox } from './who-to-box.tsx'

/** What a paste replaced, and what it had to guess. */
interface Paste {
  before: PostalAddress
  uncertain: readonly string[]
}

/** The addressee: found or written, then one line with Change. */
export function ToCard(props: {
  form: UseFormReturn<ShippingForm>
  hasErrors: boolean
  onCountry: (country: string) => void
  /** Absent without an address book. */
  keep?: KeepAddressee | undefined
}) {
  const { form, hasErrors, onCountry, keep } = props
  const { t } = useTranslation()
  const address = useWatch({ control: form.control, name: 'to' })
  const [isWriting, setWriting] = useState(false)
  const [chosen, setChosen] = useState<Addressee>()
  const [paste, setPaste] = useState<Paste>()

  const put = (to: PostalAddress) => {
    form.clearErrors('to')
    onCountry(to.country)
    form.setValue('to', to)
  }
  const choose = (addressee: Addressee) => {
    put(addressee.address)
    setChosen(addressee)
    setPaste(undefined)
  }
  const write = (typed: string) => {
    form.setValue(isPostcode(typed) ? 'to.postal_code' : 'to.name', typed)
    setChosen(undefined)
    setWriting(true)
  }
  const takePaste = (event: ClipboardEvent<HTMLDivElement>) => {
    const text = event.clipboardData.getData('text')
    const isBox = event.target instanceof HTMLElement && event.target.id === 'who'
    // a field takes one line; several are an address
    if (!(isBox ? isWholeAddress(text) : /\S\s*\n\s*\S/.test(text))) return
    event.preventDefault()
    const { address: pasted, uncertain } = parseAddress(text, address.country)
    setPaste({ before: address, uncertain })
    setChosen(undefined)
    put(pasted)
    setWriting(uncertain.length > 0)
  }
  const undo = (before: PostalAddress) => {
    put(before)
    setPaste(undefined)
    setWriting(false)
  }

  const isEmpty = Object.entries(address).every(([name, text]) => name === 'country' || text === '')
  const isWhole = address.address1 !== '' && address.city !== ''
  const view = isWriting || hasErrors ? 'fields' : isEmpty ? 'search' : isWhole ? 'summary' : 'fields'
  return (
    <Card {...(view === 'fields' && { title: t('shipping.to') })}>
      <div onPaste={takePaste}>
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
              uncertain={paste?.uncertain ?? []}
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
        <div aria-live="polite">
          {paste && (
            <div className={css.pasted}>
              <Notice
                action={
                  <Button variant="link" onPress={() => undo(paste.before)}>
                    {t('shipping.undo')}
                  </Button>
                }
              >
                {t(paste.uncertain.length > 0 ? 'shipping.who.pasted_check' : 'shipping.who.pasted')}
              </Notice>
            </div>
          )}
        </div>
      </div>
    </Card>
  )
}
