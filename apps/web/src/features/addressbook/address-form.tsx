import type { AddressText } from '@postroom/contract/address'
import type { AddressDraft } from '@postroom/contract/address-book'
import { useState } from 'react'
import { useController, useWatch, type Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { CountryField } from '../../addresses/country-field.tsx'
import { FormTextField } from '../../forms/form-text-field.tsx'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { FieldGrid, WholeRow } from '../../ui/field-grid.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TagField } from '../../ui/lists/tag-field.tsx'

type TextName = Exclude<keyof AddressText, 'country'>

interface AddressFormProps {
  control: Control<AddressDraft>
  knownTags: readonly string[]
  isNew: boolean
}

/** Shown when asked for, or when one of them is filled. */
const FOLDED = ['address2', 'address3', 'state_province'] as const

/** The fields of one address of the book. */
export function AddressForm({ control, knownTags, isNew }: AddressFormProps) {
  const { t } = useTranslation()
  const country = useController({ control, name: 'country' })
  const tags = useController({ control, name: 'tags' })
  const visibility = useController({ control, name: 'visibility' })
  const optional = t('shipping.address.optional')
  const [isUnfolded, setUnfolded] = useState(false)
  const isOpen = useWatch({ control, name: FOLDED }).some((line) => line !== '') || isUnfolded
  const text = (name: TextName) =>
    ({ control, name, label: t(`shipping.address.${name}`), autoComplete: 'off' }) as const
  return (
    <FieldGrid>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the user asked for a new address */}
      <FormTextField {...text('name')} maxLength={80} autoFocus={isNew} />
      <FormTextField {...text('company_name')} maxLength={64} hint={optional} />
      <WholeRow>
        <FormTextField {...text('address1')} maxLength={80} />
      </WholeRow>
      {isOpen && (
        <>
          <FormTextField {...text('address2')} maxLength={80} hint={optional} />
          <FormTextField {...text('address3')} maxLength={80} hint={optional} />
        </>
      )}
      <FormTextField {...text('city')} maxLength={40} />
      <FormTextField {...text('postal_code')} maxLength={15} />
      {isOpen && <FormTextField {...text('state_province')} maxLength={40} hint={optional} />}
      <CountryField
        name="country"
        label={t('shipping.address.country')}
        value={country.field.value}
        error={country.fieldState.error?.message}
        // ignores a cleared text: it names no country
        onChange={(chosen) => chosen !== '' && country.field.onChange(chosen)}
      />
      {!isOpen && (
        <WholeRow>
          <Button variant="link" onPress={() => setUnfolded(true)}>
            {t('shipping.address.more_lines')}
          </Button>
        </WholeRow>
      )}
      <FormTextField {...text('email')} type="email" maxLength={60} hint={optional} />
      <FormTextField {...text('phone1')} type="tel" maxLength={25} hint={optional} />
      <WholeRow>
        <FormTextField
          control={control}
          name="code"
          label={t('addressbook.code')}
          hint={t('addressbook.code_hint')}
          autoComplete="off"
          maxLength={40}
        />
      </WholeRow>
      <WholeRow>
        <TagField
          name="tags"
          label={t('addressbook.tags')}
          value={tags.field.value}
          onChange={tags.field.onChange}
          known={knownTags}
          error={tags.fieldState.error && t(`fieldError.${tags.fieldState.error.message ?? 'invalid'}`)}
        />
      </WholeRow>
      <WholeRow>
        <Choice
          label={t('addressbook.visibility')}
          name="visibility"
          look="cards"
          value={visibility.field.value}
          onChange={visibility.field.onChange}
          options={[
            { value: 'Public', label: t('addressbook.public'), hint: t('addressbook.public_hint') },
            { value: 'Private', label: t('addressbook.private'), hint: t('addressbook.private_hint') },
          ]}
        />
        {visibility.fieldState.error && (
          <Notice tone="error" isLive>
            {t('addressbook.owner_only')}
          </Notice>
        )}
      </WholeRow>
    </FieldGrid>
  )
}
