import type { KeptGoods } from '@postroom/contract/goods'
import { useState } from 'react'
import { useFieldArray, type Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { emptyCustomsItem, type CustomsForm } from '../item-form/customs-form.ts'
import type { Facts, ShippingForm } from '../item-form/shipping-form.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Notice } from '../ui/notice.tsx'
import css from './customs-rows.module.css'
import { CustomsItem } from './customs-item.tsx'
import { CustomsTotals } from './customs-totals.tsx'
import { isUntouched, itemOf } from './goods-item.ts'
import { GoodsPicker } from './goods-picker.tsx'
import { KeptGoodsDialog } from './kept-goods-dialog.tsx'

/** The most customs items the contract accepts. */
const MAX_ITEMS = 20

type Item = CustomsForm['contents_items'][number]

interface Removed {
  index: number
  item: Item
}

/** The customs items as rows, at least one, with their totals and the row that adds one. Removing one can be undone. */
export function CustomsItems(props: {
  control: Control<ShippingForm>
  facts: Facts
  asked: ReadonlySet<string>
  isGoods: boolean
}) {
  const { control, facts, asked, isGoods } = props
  const { t } = useTranslation()
  const { fields, append, insert, remove, update } = useFieldArray({ control, name: 'customs.contents_items' })
  const [removed, setRemoved] = useState<Removed>()
  const [hasCodes, setCodes] = useState(false)
  const [isListOpen, setListOpen] = useState(false)
  const items = facts.customs.contents_items

  /** Adds an item below the others, or in place of the last row while it is untouched. @returns its index */
  function add(item: Item): number {
    setRemoved(undefined)
    const last = items.length - 1
    const isFree = items[last] !== undefined && isUntouched(items[last])
    if (isFree) update(last, item)
    else append(item, { shouldFocus: false })
    return isFree ? last : items.length
  }
  function addNew(description: string, byWords: boolean): void {
    // most goods of one parcel were made in one country
    const origin_country = items.at(-1)?.origin_country ?? ''
    const index = add({ ...emptyCustomsItem(), description, origin_country, hs_code: byWords ? description : '' })
    focusSoon(index, byWords ? 'hs_code' : description === '' ? 'description' : 'weight')
  }
  function removeItem(index: number): void {
    setRemoved({ index, item: items[index]! })
    remove(index)
  }
  function bringBack({ index, item }: Removed): void {
    insert(index, item, { focusName: `customs.contents_items.${index}.description` })
    setRemoved(undefined)
  }

  return (
    <div className={css.items}>
      <div className={classNames(css.head, !isGoods && css.documents)} aria-hidden="true">
        {(isGoods ? HEADS : HEADS.slice(0, 3)).map((field) => (
          <span key={field}>{t(`shipping.customs.head.${field}`)}</span>
        ))}
      </div>
      {fields.map(({ id }, index) => (
        <CustomsItem
          key={id}
          control={control}
          index={index}
          asked={asked}
          isGoods={isGoods}
          hasCodes={hasCodes}
          {...(fields.length > 1 && { onRemove: () => removeItem(index) })}
        />
      ))}
      <CustomsTotals facts={facts} isGoods={isGoods} />
      <div aria-live="polite" className={css.removed}>
        {removed && (
          <Notice
            action={
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the pressed button is removed: the focus moves to Undo
              <Button variant="link" autoFocus onPress={() => bringBack(removed)}>
                {t('shipping.undo')}
              </Button>
            }
          >
            {t('shipping.customs.item_removed', {
              name: removed.item.description || t('shipping.customs.item', { number: removed.index + 1 }),
            })}
          </Notice>
        )}
      </div>
      {fields.length < MAX_ITEMS && <GoodsPicker onKept={(goods: KeptGoods) => add(itemOf(goods))} onNew={addNew} />}
      <div className={css.acts}>
        {isGoods && !hasCodes && (
          <Button variant="link" onPress={() => setCodes(true)}>
            {t('shipping.customs.more')}
          </Button>
        )}
        <Button variant="link" onPress={() => setListOpen(true)}>
          {t('goods_picker.manage')}
        </Button>
      </div>
      <KeptGoodsDialog isOpen={isListOpen} onClose={() => setListOpen(false)} />
    </div>
  )
}

const HEADS = ['description', 'quantity', 'weight', 'value', 'hs_code', 'origin_country'] as const

/** The row is there after the next render, and the closing list first returns the focus to its own field. */
const focusSoon = (index: number, field: keyof Item): void =>
  void setTimeout(() => document.getElementById(`customs.contents_items.${index}.${field}`)?.focus())
