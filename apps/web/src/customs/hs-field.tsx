import { useQuery } from '@tanstack/react-query'
import { useController, type Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ComboBox, Input, ListBox, ListBoxItem, Popover } from 'react-aria-components'
import { fieldErrorText } from '../forms/form-error.ts'
import type { ShippingForm } from '../item-form/shipping-form.ts'
import { classNames } from '../ui/class-names.ts'
import { ComboGroup } from '../ui/combo-group.tsx'
import { FieldFrame } from '../ui/field.tsx'
import field from '../ui/field.module.css'
import list from '../ui/select.module.css'
import { useVisiblePage } from '../ui/use-visible-page.ts'
import { hsQuery } from './goods-queries.ts'
import css from './goods-list.module.css'

/** Words instead of a code. */
const HAS_WORDS = /\p{L}{2}/u

/** The HS code of a customs item: typed in digits, or found by the words for the goods. */
export function HsField(props: {
  control: Control<ShippingForm>
  name: `customs.contents_items.${number}.hs_code`
  hint?: string
}) {
  const { control, name, hint } = props
  const { t } = useTranslation()
  const {
    field: { ref, value: typed, onChange, onBlur },
    fieldState,
  } = useController({ control, name })
  const words = HAS_WORDS.test(typed) ? typed.trim() : ''
  const { data = [], isFetching } = useQuery(hsQuery(words))
  const keepVisible = useVisiblePage()
  const found = words === '' ? [] : data
  return (
    <ComboBox
      id={name}
      value={null}
      onChange={(code) => code !== null && onChange(String(code))}
      inputValue={typed}
      onInputChange={onChange}
      items={found}
      allowsCustomValue
      allowsEmptyCollection={words !== ''}
      onOpenChange={keepVisible}
      onBlur={onBlur}
      isInvalid={fieldState.error !== undefined}
      validationBehavior="aria"
      className={field.field ?? ''}
    >
      <FieldFrame
        label={t('shipping.customs.hs_code')}
        hint={hint}
        error={fieldState.error && fieldErrorText(t, fieldState.error)}
      >
        <ComboGroup
          text={words || undefined}
          first={isFetching ? undefined : found[0]?.code}
          isFetching={isFetching}
          onChoose={onChange}
        >
          <Input ref={ref} className={classNames(field.input)} autoComplete="off" spellCheck="false" maxLength={60} />
        </ComboGroup>
      </FieldFrame>
      <Popover className={classNames(list.popover, css.codes)} offset={4} placement="bottom end">
        <ListBox<{ code: string; description: string }>
          className={classNames(list.list, css.list)}
          renderEmptyState={() => (
            <p className={css.none}>{t(isFetching ? 'common.loading' : 'goods_picker.no_code')}</p>
          )}
        >
          {({ code, description }) => (
            <ListBoxItem id={code} textValue={code} className={classNames(list.item, css.code)}>
              <b>{`${code.slice(0, 4)}.${code.slice(4)}`}</b>
              <span lang="en">{description}</span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  )
}
