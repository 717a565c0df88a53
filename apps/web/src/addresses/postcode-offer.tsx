import type { FoundAddress } from '@postroom/contract/address-calls'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useController, useWatch, type Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { ShippingForm } from '../item-form/shipping-form.ts'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/select.tsx'
import { foundQuery, lookupQuery } from './lookup-queries.ts'

/**
 * Offers what is known of a postcode: its town, if it has only one, and its addresses where a look-up service is set. The offer is
 * announced and shown while the field is empty. Nothing is filled in until the user takes it.
 */
export function PostcodeOffer({ control, side }: { control: Control<ShippingForm>; side: 'to' | 'from' }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { city, address1, postal_code, country } = useWatch({ control, name: side })
  const set = {
    address1: useController({ control, name: `${side}.address1` }).field.onChange,
    address2: useController({ control, name: `${side}.address2` }).field.onChange,
    address3: useController({ control, name: `${side}.address3` }).field.onChange,
    city: useController({ control, name: `${side}.city` }).field.onChange,
  }
  const query = lookupQuery(country, postal_code)
  const isAsked = city === '' || address1 === ''
  const { data = [] } = useQuery(isAsked ? query : { ...query, queryFn: skipToken })
  const towns = new Set(data.map((found) => found.city))
  const [town = ''] = towns.size === 1 ? towns : []
  const addresses = data.filter((found) => found.address1 !== '' || found.id !== '')

  /** The control that was pressed is gone: what comes after it is the next thing to answer. */
  const goOn = () => document.getElementById(`${side}.country`)?.focus()
  const take = async ({ id, ...row }: FoundAddress) => {
    const found = id === '' ? row : await queries.fetchQuery(foundQuery(country, id))
    if (!found) return
    set.address1(found.address1)
    set.address2(found.address2)
    set.address3(found.address3)
    set.city(found.city)
    // the closing list first returns the focus to its own field
    setTimeout(goOn)
  }
  const hasTown = city === '' && town !== ''
  const hasAddresses = address1 === '' && addresses.length > 0
  return (
    <div aria-live="polite">
      {hasTown && !hasAddresses && (
        <Button
          variant="link"
          onPress={() => {
            set.city(town)
            goOn()
          }}
        >
          {t('shipping.address.town_offer', { town })}
        </Button>
      )}
      {hasAddresses && (
        <Select
          name={`${side}.found`}
          label={t('shipping.address.found', { count: addresses.length })}
          placeholder={t('shipping.address.choose')}
          value={null}
          onChange={(index) => void take(addresses[Number(index)]!)}
          options={addresses.map(({ text }, index) => ({ value: String(index), label: text }))}
        />
      )}
    </div>
  )
}
