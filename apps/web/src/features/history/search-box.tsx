import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Group, Input, SearchField } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import { useDebounced } from '../../api/use-debounced.ts'
import { useShortcut } from '../../shortcuts/use-shortcut.ts'
import field from '../../ui/field.module.css'
import { Icon } from '../../ui/icon.tsx'
import css from './history.module.css'

/** Keys that follow faster are one search. */
const DEBOUNCE_MS = 150

/** The text that is searched. It is typed here first: the URL follows too slowly for fast typing. */
export function SearchBox({ q, onChange }: { q: string; onChange: (q: string) => void }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  useShortcut('list_search', () => input.current?.focus())
  const [typed, setTyped] = useState(q)
  const wanted = useDebounced(typed, DEBOUNCE_MS)
  const latest = useRef({ q, onChange })
  useEffect(() => {
    latest.current = { q, onChange }
  })
  useEffect(() => {
    if (wanted !== latest.current.q) latest.current.onChange(wanted)
  }, [wanted])
  return (
    <SearchField aria-label={t('history.search')} value={typed} onChange={setTyped} className={css.search ?? ''}>
      <Group className={field.box ?? ''}>
        <Icon of={Search} size="small" />
        <Input ref={input} className={field.input ?? ''} placeholder={t('history.search')} maxLength={100} />
      </Group>
    </SearchField>
  )
}
