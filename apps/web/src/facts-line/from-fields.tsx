import { postalAddressSchema } from '@postroom/contract/address'
import { saveShipper } from '@postroom/contract/shipment-shippers'
import { companyOrPerson } from '@postroom/domain/catalogue/addressed-name'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { AddressFields } from '../addresses/address-fields.tsx'
import { SplitNotice } from '../addresses/split-notice.tsx'
import { useSplitAddress } from '../addresses/use-split-address.ts'
import { call } from '../api/call.ts'
import { shippersQuery } from '../item-form/item-form-queries.ts'
import type { ShippingForm } from '../item-form/shipping-form.ts'
import { permissionQuery } from '../session/module-guard.tsx'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/select.tsx'
import css from './facts-line.module.css'

/** The sender: one of those saved, or its fields; managers may save it. */
export function FromFields(props: { form: UseFormReturn<ShippingForm>; isChanging: boolean; onTouch: () => void }) {
  const { form, isChanging, onTouch } = props
  const { t } = useTranslation()
  const from = useWatch({ control: form.control, name: 'from' })
  const [isFirst] = useState(from.address1 === '')
  const { data: shippers = [] } = useQuery(shippersQuery())
  const { data: permission } = useQuery(permissionQuery())
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: (sender: ShippingForm['from']) =>
      call(saveShipper, { body: { alias: aliasOf(sender), address: sender } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['shippers'] }),
  })
  const put = (address: ShippingForm['from']) => {
    form.clearErrors('from')
    form.setValue('from', address)
  }
  const whole = useSplitAddress({ address: from, put })
  const isSaved = shippers.some(({ alias }) => alias === aliasOf(from))
  const canSave = permission?.permissions.includes('administration') && postalAddressSchema.safeParse(from).success
  return (
    <div className={css.from} onFocus={onTouch} onPaste={whole.onPaste}>
      {shippers.length > 0 && (
        <Select
          name="shipper"
          label={t('shipping.facts.saved_sender')}
          placeholder={t('shipping.facts.choose_sender')}
          value={shippers.find(({ alias }) => alias === aliasOf(from))?.id ?? null}
          onChange={(id) => {
            const chosen = shippers.find((shipper) => shipper.id === id)
            if (chosen) put(chosen.address)
          }}
          options={shippers.map(({ id, alias }) => ({ value: id, label: alias }))}
        />
      )}
      {isFirst && <p className={css.hint}>{t('shipping.facts.from_hint')}</p>}
      <div>
        <AddressFields
          control={form.control}
          side="from"
          isChanging={isChanging && shippers.length === 0}
          uncertain={whole.split?.uncertain ?? []}
        />
        <SplitNotice split={whole.split} onUndo={whole.undo} />
      </div>
      {canSave && !isSaved && (
        <Button isPending={save.isPending} onPress={() => save.mutate(from)}>
          {t('shipping.facts.save_sender')}
        </Button>
      )}
      <p aria-live="polite" className={css.saved}>
        {save.isSuccess && isSaved ? t('shipping.facts.sender_saved') : ''}
      </p>
    </div>
  )
}

/** The name a sender is saved under: who they are, and where. */
const aliasOf = (from: ShippingForm['from']): string => [companyOrPerson(from), from.city].join(', ').slice(0, 40)
