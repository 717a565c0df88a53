import { Search } from 'lucide-react'
import { useState } from 'react'
import { Autocomplete, Dialog, Input, SearchField } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Button } from '../ui/button.tsx'
import { ModalFrame } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { FoundList } from './found-list.tsx'
import css from './search-dialog.module.css'
import { targetOf } from './target.ts'
import { useSearch } from './use-search.ts'

/** Finds pages, people and shipments, with the keyboard alone: the first row is chosen, Enter opens it. */
export function SearchDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <ModalFrame isOpen={isOpen} onClose={onClose} look="top">
      <Dialog aria-label={t('search.title')} className={css.dialog ?? ''}>
        <Palette onClose={onClose} />
      </Dialog>
    </ModalFrame>
  )
}

function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const found = useSearch(typed)
  const { pages, people, shipments, isSettled, hasFailed } = found
  const count = pages.length + people.length + shipments.length

  const open = (key: string) => {
    const target = targetOf(key, found)
    if (!target) return
    onClose()
    void navigate(target.to, { state: target.state })
  }
  return (
    <Autocomplete inputValue={typed} onInputChange={setTyped}>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog is opened to type into it */}
      <SearchField aria-label={t('search.title')} autoFocus className={css.field ?? ''}>
        <Icon of={Search} />
        <Input className={css.input ?? ''} placeholder={t('search.title')} maxLength={100} />
        <output className={css.count}>
          {isSettled && !hasFailed ? t('search.found', { count }) : hasFailed ? '' : t('shipping.who.searching')}
        </output>
        {/* not the button that clears the field */}
        <Button slot={null} variant="quiet" onPress={onClose}>
          {t('common.close')}
        </Button>
      </SearchField>
      <FoundList found={found} typed={typed} onOpen={open} />
      {hasFailed && (
        <div className={css.failed}>
          <p role="alert">{t('search.failed')}</p>
          <Button onPress={found.retry}>{t('common.try_again')}</Button>
        </div>
      )}
      <p className={css.foot} aria-hidden="true">
        <kbd>↑</kbd> <kbd>↓</kbd> {t('shipping.who.move')} <kbd>{t('shortcuts.key.Enter')}</kbd> {t('search.open')}{' '}
        <kbd>{t('shortcuts.key.Esc')}</kbd> {t('search.close')}
      </p>
    </Autocomplete>
  )
}
