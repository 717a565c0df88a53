import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useFieldArray, type Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import css from './customs-card.module.css'
import { emptyCustomsItem, type CustomsForm } from '../item-form/customs-form.ts'
import { CustomsItem } from './customs-item.tsx'
import type { ShippingForm } from '../item-form/shipping-form.ts'

/** The most customs items the contract accepts. */
const MAX_ITEMS = 20

interface Removed {
  index: number
  item: CustomsForm['contents_items'][number]
}

/** The customs items, at least one. Removing one can be undone. */
export function CustomsItems(props: { control: Control<ShippingForm>; asked: ReadonlySet<string>; isGoods: boolean }) {
  const { control, asked, isGoods } = props
  const { t } = useTranslation()
  const { fields, append, insert, remove } = useFieldArray({ control, name: 'customs.contents_items' })
  const [removed, setRemoved] = useState<Removed>()

  function addItem(): void {
    setRemoved(undefined)
    append(emptyCustomsItem(), { focusName: `customs.contents_items.${fields.length}.description` })
  }
  function removeItem(index: number): void {
    const { id: _key, ...item } = fields[index]!
    setRemoved({ index, item })
    remove(index)
  }
  function bringBack({ index, item }: Removed): void {
    insert(index, item, { focusName: `customs.contents_items.${index}.description` })
    setRemoved(undefined)
  }

  return (
    <div className={css.items}>
      {fields.map(({ id }, index) => (
        <CustomsItem
          key={id}
          control={control}
          index={index}
          asked={asked}
          isGoods={isGoods}
          {...(fields.length > 1 && { onRemove: () => removeItem(index) })}
        />
      ))}
      <div className={css.add}>
        <div aria-live="polite">
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
        {fields.length < MAX_ITEMS && (
          <Button icon={Plus} onPress={addItem}>
            {t('shipping.customs.add_item')}
          </Button>
        )}
      </div>
    </div>
  )
}
