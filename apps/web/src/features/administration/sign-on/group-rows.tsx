import { GROUP_ROLES_MAX, type SignOnSettings } from '@postroom/contract/sign-on'
import { OFFICE_ROLES } from '@postroom/domain/people/roles'
import { Plus, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import css from './sign-on.module.css'

type Rows = SignOnSettings['group_roles']

interface GroupRowsProps {
  rows: Rows
  isWrong: boolean
  onChange: (rows: Rows) => void
}

/** Which role the members of a group at the identity provider get. */
export function GroupRows({ rows, isWrong, onChange }: GroupRowsProps) {
  const { t } = useTranslation()
  const set = (place: number, change: Partial<Rows[number]>) =>
    onChange(rows.map((row, n) => (n === place ? { ...row, ...change } : row)))
  return (
    <fieldset className={css.groups}>
      <legend>{t('sign_on.groups')}</legend>
      <p className={css.quiet}>{t('sign_on.groups_about')}</p>
      {rows.map(({ group, role }, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows are only edited in place, added and removed
        <fieldset key={place} aria-label={t('sign_on.row', { number: place + 1 })} className={css.group}>
          <TextField
            name={`group-${place}`}
            label={t('sign_on.field.group')}
            value={group}
            onChange={(typed) => set(place, { group: typed })}
            autoComplete="off"
            maxLength={200}
            error={isWrong && group.trim() === '' ? t('sign_on.wrong.group_roles') : undefined}
          />
          <Select
            name={`group-role-${place}`}
            label={t('sign_on.field.group_role')}
            value={role}
            onChange={(chosen) => set(place, { role: chosen })}
            options={OFFICE_ROLES.map((value) => ({ value, label: t(`administration.role.${value}`) }))}
          />
          <Button
            icon={Trash2}
            variant="quiet"
            aria-label={t('sign_on.remove_group', { group: group || place + 1 })}
            onPress={() => onChange(rows.filter((_row, n) => n !== place))}
          >
            {t('sign_on.remove')}
          </Button>
        </fieldset>
      ))}
      {rows.length < GROUP_ROLES_MAX && (
        <div>
          <Button icon={Plus} onPress={() => onChange([...rows, { group: '', role: 'mailroom' }])}>
            {t('sign_on.add_group')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}
