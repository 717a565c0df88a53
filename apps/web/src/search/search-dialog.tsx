import { Dialog } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import { ModalFrame } from '../ui/dialog.tsx'
import { SearchPanel } from './search-panel.tsx'
import css from './search.module.css'

/** The search over the open page. */
export function SearchDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <ModalFrame isOpen={isOpen} onClose={onClose} look="top">
      <Dialog aria-label={t('search.title')} className={css.dialog ?? ''}>
        <SearchPanel onClose={onClose} />
      </Dialog>
    </ModalFrame>
  )
}
