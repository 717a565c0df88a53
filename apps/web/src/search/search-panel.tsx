import { Search } from 'lucide-react'
import { useState } from 'react'
import { Autocomplete, Input, SearchField } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { FoundList } from './found-list.tsx'
import css from './search.module.css'
import { targetOf } from './target.ts'
import { useSearch } from './use-search.ts'

/**
 * The field of the search and what it finds, in the dialog and on the page. The first row is chosen, Enter opens it.
 * @param onClose closes the dialog; on the page there is nothing to close
 */
export function SearchPanel({ onClose }: { onClose?: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const found = useSearch(typed)
  const { pages, settings, people, shipments, topics, isSettled, hasFailed } = found
  const count = pages.length + settings.length + people.length + shipments.length + topics.length

  const open = (key: string) => {
    const target = targetOf(key, found, typed)
    if (!target) return
    onClose?.()
    void navigate(target.to, { state: target.state })
  }
  return (
    <Autocomplete inputValue={typed} onInputChange={setTyped}>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- it is opened to type into it */}
      <SearchField aria-label={t('search.title')} autoFocus className={css.field ?? ''}>
        <Icon of={Search} />
        <Input className={css.input ?? ''} placeholder={t('search.title')} maxLength={100} />
        <output className={css.count}>
          {isSettled && !hasFailed ? t('search.found', { count }) : hasFailed ? '' : t('shipping.who.searching')}
        </output>
        {onClose && (
          // not the button that clears the field
          <Button slot={null} variant="quiet" onPress={onClose}>
            {t('common.close')}
          </Button>
        )}
      </SearchField>
      <FoundList found={found} typed={typed} onOpen={open} />
      {hasFailed && (
        <div className={css.failed}>
          <p role="alert">{t('search.failed')}</p>
          <Button onPress={found.retry}>{t('common.try_again')}</Button>
        </div>
      )}
      <p className={css.foot} aria-hidden="true">
        <kbd>↑</kbd> <kbd>↓</kbd> {t('shipping.who.move')} <kbd>{t('shortcuts.key.Enter')}</kbd> {t('search.open')}
        {onClose && (
          <>
            {' '}
            <kbd>{t('shortcuts.key.Esc')}</kbd> {t('search.close')}
          </>
        )}
      </p>
    </Autocomplete>
  )
}
