import { CONTENTS_TYPES } from '@postroom/domain/customs/customs'
import { packagingOf } from '@postroom/domain/catalogue/packaging'
import { useController, type Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormTextField } from '../forms/form-text-field.tsx'
import { Card } from '../ui/card.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Choice } from '../ui/choice.tsx'
import { FieldGrid } from '../ui/field-grid.tsx'
import { Notice } from '../ui/notice.tsx'
import css from './customs-card.module.css'
import { isDeclared } from '../item-form/customs-form.ts'
import { CustomsItems } from './customs-items.tsx'
import { askedByCustoms, customsOutcome, goodsWarnings } from '../item-form/customs-refusals.ts'
import { CustomsTotals } from './customs-totals.tsx'
import type { Facts, ShippingForm } from '../item-form/shipping-form.ts'

/** The customs declaration. For a letter abroad it first asks whether the letter contains goods. */
export function CustomsCard({ control, facts }: { control: Control<ShippingForm>; facts: Facts }) {
  const { t } = useTranslation()
  const hasGoods = useController({ control, name: 'has_goods' })
  const isLetter = packagingOf(facts.packaging).printer === 'mailing'
  return (
    <Card title={t('shipping.customs.title')} note={t('shipping.customs.note')}>
      <div className={css.customs}>
        {isLetter && (
          <Checkbox
            name="has_goods"
            label={t('shipping.customs.has_goods')}
            isSelected={hasGoods.field.value}
            onChange={hasGoods.field.onChange}
          />
        )}
        {isDeclared(facts) && <Declaration control={control} facts={facts} />}
        <CustomsFormNotice facts={facts} />
      </div>
    </Card>
  )
}

function Declaration({ control, facts }: { control: Control<ShippingForm>; facts: Facts }) {
  const { t } = useTranslation()
  const contents = useController({ control, name: 'customs.contents_type' })
  const asked = askedByCustoms(facts)
  const isGoods = facts.customs.contents_type !== 'D'
  const reference = { control, autoComplete: 'off', hint: t('shipping.address.optional') }
  return (
    <>
      <Choice
        label={t('shipping.customs.contents_type')}
        look="chips"
        name="customs.contents_type"
        value={contents.field.value}
        onChange={contents.field.onChange}
        options={CONTENTS_TYPES.map((code) => ({ value: code, label: t(`shipping.customs.contents.${code}`) }))}
      />
      {facts.customs.contents_type === 'O' && (
        <FormTextField
          control={control}
          name="customs.contents_description"
          label={t('shipping.customs.contents_description')}
          autoComplete="off"
          maxLength={60}
        />
      )}
      <CustomsItems control={control} asked={asked} isGoods={isGoods} />
      <div aria-live="polite" className={css.warnings}>
        {goodsWarnings(facts).map(({ field, goods, rule }) => (
          <Notice key={field} tone="warn" title={t(`goods.${goods}`)}>
            {t(`shipping.goods_${rule}`, {
              item: t('shipping.customs.item', { number: Number(field.split('.')[2]) + 1 }),
            })}
          </Notice>
        ))}
      </div>
      <CustomsTotals facts={facts} />
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

/** Which customs form will be made and why, or why the declaration is refused. */
function CustomsFormNotice({ facts }: { facts: Facts }) {
  const { t } = useTranslation()
  const outcome = customsOutcome(facts)
  if ('refusal' in outcome) return <Notice tone="warn">{t(`backendError.${outcome.refusal}`)}</Notice>
  const { form, reason } = outcome
  return (
    <Notice {...(form !== 'none' && { title: t(`shipping.customs.form.${form}`) })}>
      {t(`shipping.customs.reason.${reason}`)}
    </Notice>
  )
}
