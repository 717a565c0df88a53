import { BookUser, SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { BookFilter } from './address-queries.ts'
import { NO_FILTER } from './use-address-book.ts'

interface NoAddressesProps {
  filter: BookFilter
  onReset: () => void
  onNew: () => void
}

/** An empty list: nothing is in the book, or nothing was found. */
export function NoAddresses({ filter, onReset, onNew }: NoAddressesProps) {
  const { t } = useTranslation()
  const isFiltered = Object.entries(NO_FILTER).some(([name, value]) => filter[name as keyof BookFilter] !== value)
  if (!isFiltered)
    return (
      <EmptyState
        icon={BookUser}
        title={t('addressbook.empty')}
        action={<Button onPress={onNew}>{t('addressbook.first')}</Button>}
      >
        {t('addressbook.empty_text')}
      </EmptyState>
    )
  return (
    <EmptyState
      icon={SearchX}
      title={filter.q === '' ? t('addressbook.none') : t('addressbook.none_for', { q: filter.q })}
      action={<Button onPress={onReset}>{t('addressbook.look_in_all')}</Button>}
    >
      {t('addressbook.looked_in')}
    </EmptyState>
  )
}
