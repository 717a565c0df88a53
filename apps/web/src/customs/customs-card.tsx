import { packagingOf } from '@postroom/domain/catalogue/packaging'
import { CONTENTS_TYPES } from '@postroom/domain/customs/customs'
import { useController, type Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormTextField } from '../forms/form-text-field.tsx'
import { isDeclared } from '../item-form/customs-form.ts'
import { askedByCustoms, goodsWarnings } from '../item-form/customs-refusals.ts'
import type { Facts, ShippingForm } from '../item-form/shipping-form.ts'
import { Card } from '../ui/card.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { FieldGrid } from '../ui/field-grid.tsx'
import { Notice } from '../ui/notice.tsx'
import { Select } from '../ui/select.tsx'
import css from './customs-card.module.css'
import { CustomsFormNotice } from './customs-form-notice.tsx'
import { CustomsItems } from './customs-items.tsx'

interface CustomsCardProps {
  control: Control<ShippingForm>
  facts: Facts
}

/** The customs declaration. For a letter abroad it first asks whether the letter contains goods. */
export function CustomsCard({ control, facts }: CustomsCardProps) {
  const { t } = useTranslation()
  const hasGoods = useController({ control, name: 'has_goods' })
  const isLetter = packagingOf(facts.packaging).printer === 'mailing'
  const isOpen = isDeclared(facts)
  return (
    <Card
      title={t('shipping.customs.title')}
      note={t('shipping.customs.note')}
      action={isOpen && <ContentsType control={control} />}
    >
      <div className={css.customs}>
        {isLetter && (
          <Checkbox
            name="has_goods"
            label={t('shipping.customs.has_goods')}
            isSelected={hasGoods.field.value}
            onChange={hasGoods.field.onChange}
          />
        )}
        <CustomsFormNotice facts={facts} />
        {isOpen && <Declaration control={control} facts={facts} />}
      </div>
    </Card>
  )
}

function ContentsType({ control }: Pick<CustomsCardProps, 'control'>) {
  const { t } = useTranslation()
  const { field } = useController({ control, name: 'customs.contents_type' })
  return (
    <div className={css.type}>
      <Select
        label={t('shipping.customs.contents_type')}
        name="customs.contents_type"
        value={field.value}
        onChange={field.onChange}
        options={CONTENTS_TYPES.map((code) => ({ value: code, label: t(`shipping.customs.contents.${code}`) }))}
      />
    </div>
  )
}

function Declaration({ control, facts }: CustomsCardProps) {
  const { t } = useTranslation()
  const { contents_type } = facts.customs
  const isGoods = contents_type !== 'D'
  const reference = { control, autoComplete: 'off', hint: t('shipping.address.optional') }
  return (
    <>
      {contents_type === 'O' && (
        <FormTextField
          control={control}
          name="customs.contents_description"
          label={t('shipping.customs.contents_description')}
          autoComplete="off"
          maxLength={60}
        />
      )}
      <CustomsItems control={control} facts={facts} asked={askedByCustoms(facts)} isGoods={isGoods} />
      <div aria-live="polite" className={css.warnings}>
        {goodsWarnings(facts).map(({ field, goods, rule }) => (
          <Notice key={field} tone="warn" title={t(`goods.${goods}`)}>
            {t(`shipping.goods_${rule}`, {
              item: t('shipping.customs.item', { number: Number(field.split('.')[2]) + 1 }),
            })}
          </Notice>
        ))}
      </div>
      {isGoods && (
        <FieldGrid>
          <FormTextField
            {...reference}
            name="customs.company_EORI_number"
            label={t('shipping.customs.company_EORI_number')}
            description={t('shipping.customs.eori_hint')}
            maxLength={20}
          />
          <FormTextField
            {...reference}
            name="customs.customs_refnum_importer"
            label={t('shipping.customs.customs_refnum_importer')}
            description={t('shipping.customs.importer_hint')}
            maxLength={35}
          />
        </FieldGrid>
      )}
    </>
  )
}
