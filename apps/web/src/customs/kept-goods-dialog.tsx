import type { KeptGoods } from '@postroom/contract/goods'
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { UndoBar } from '../ui/lists/undo-bar.tsx'
import { goodsQuery, useKeptGoods } from './goods-queries.ts'
import css from './goods-list.module.css'

/** The list of kept goods, where each can be forgotten, and that undone. */
export function KeptGoodsDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { data: goods = [] } = useQuery(goodsQuery)
  const { forget, keep } = useKeptGoods()
  const [forgotten, setForgotten] = useState<KeptGoods>()

  function undo(): void {
    if (!forgotten) return
    const { id: _id, ...item } = forgotten
    keep.mutate(item, { onSuccess: () => setForgotten(undefined) })
  }

  return (
    <Dialog title={t('goods_picker.kept')} isOpen={isOpen} onClose={onClose}>
      <p className={css.note}>{t('goods_picker.kept_note')}</p>
      <UndoBar
        text={forgotten && t('goods_picker.forgotten', { name: forgotten.description })}
        isPending={keep.isPending}
        onUndo={undo}
        onDismiss={() => setForgotten(undefined)}
      />
      <ul className={css.all}>
        {goods.map((one) => (
          <li key={one.id}>
            <span>{one.description}</span>
            <IconButton
              icon={Trash2}
              label={t('goods_picker.forget', { name: one.description })}
              onPress={() => forget.mutate(one, { onSuccess: () => setForgotten(one) })}
            />
          </li>
        ))}
      </ul>
      {goods.length === 0 && <p>{t('goods_picker.none_kept')}</p>}
    </Dialog>
  )
}
