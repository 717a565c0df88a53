import { AUDIT_EVENTS, type AuditEventName } from '@postroom/contract/audit-log'
import { X } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { isNarrowed, type ShownAudit } from './audit-filter.ts'
import css from './audit.module.css'

interface AuditFiltersProps {
  filter: ShownAudit
  people: readonly { id: string; fullname: string }[]
  onChange: (filter: ShownAudit) => void
}

const ALL = 'all'

/** Event, person and days of the shown entries. What they are about comes with the button of an entry. */
export function AuditFilters({ filter, people, onChange }: AuditFiltersProps) {
  const { t, i18n } = useTranslation()
  const { from, to } = filter
  const set = (change: Partial<ShownAudit>) => onChange({ ...filter, ...change })
  const events = useMemo(
    () =>
      AUDIT_EVENTS.map((value) => ({ value, label: t(`audit.event.${value}`) })).toSorted((a, b) =>
        a.label.localeCompare(b.label, i18n.language),
      ),
    [t, i18n.language],
  )
  return (
    <div className={css.filters}>
      <Select<AuditEventName | typeof ALL>
        name="event-filter"
        label={t('audit.what')}
        value={filter.event ?? ALL}
        onChange={(value) => set({ event: value === ALL ? undefined : value })}
        options={[{ value: ALL, label: t('audit.any_event') }, ...events]}
      />
      <Select<string>
        name="person-filter"
        label={t('audit.who')}
        value={filter.person ?? ALL}
        onChange={(value) => set({ person: value === ALL ? undefined : value })}
        options={[
          { value: ALL, label: t('audit.anybody') },
          ...people.map(({ id, fullname }) => ({ value: id, label: fullname })),
        ]}
      />
      <TextField
        type="date"
        name="from-filter"
        label={t('audit.from')}
        value={from ?? ''}
        // a last day before the first one would find nothing
        onChange={(day) => set({ from: day || undefined, to: to !== undefined && to < day ? undefined : to })}
      />
      <TextField
        type="date"
        name="to-filter"
        label={t('audit.to')}
        value={to ?? ''}
        onChange={(day) =>
          set({ to: day || undefined, from: from !== undefined && day !== '' && day < from ? undefined : from })
        }
      />
      {filter.about !== undefined && (
        <Button variant="quiet" icon={X} onPress={() => set({ about: undefined })}>
          {t('audit.only_about')}
        </Button>
      )}
      {isNarrowed(filter) && (
        <Button variant="link" onPress={() => onChange({})}>
          {t('audit.remove_all')}
        </Button>
      )}
    </div>
  )
}
