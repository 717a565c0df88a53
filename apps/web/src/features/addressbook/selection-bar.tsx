import { Merge, Tag, Trash2, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../ui/button.tsx'
import css from './addressbook.module.css'

interface SelectionBarProps {
  count: number
  /** The addresses that the filter finds, while only some of them are loaded and all of those are chosen. */
  ofTotal: number | undefined
  onTag: () => void
  /** Absent unless there are several, and few enough to compare. */
  onMerge: (() => void) | undefined
  onDelete: () => void
  onClear: () => void
}

/** What can be done with the chosen addresses. */
export function SelectionBar({ count, ofTotal, onTag, onMerge, onDelete, onClear }: SelectionBarProps) {
  const { t, i18n } = useTranslation()
  if (count === 0) return null
  return (
    <div className={css.selection}>
      <b>{t('addressbook.selected', { count })}</b>
      {ofTotal !== undefined && (
        <span>{t('addressbook.selected_loaded', { number: ofTotal.toLocaleString(i18n.language) })}</span>
      )}
      <Button variant="quiet" icon={Tag} onPress={onTag}>
        {t('addressbook.tag_action')}
      </Button>
      {onMerge && (
        <Button variant="quiet" icon={Merge} onPress={onMerge}>
          {t('addressbook.merge_action')}
        </Button>
      )}
      <Button variant="quiet" icon={Trash2} onPress={onDelete}>
        {t('addressbook.delete')}
      </Button>
      <IconButton icon={X} label={t('addressbook.clear_selection')} onPress={onClear} />
    </div>
  )
}
