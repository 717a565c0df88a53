import type { AuditEntry } from '@postroom/contract/audit-log'
import type { Column, TwoLines } from '../../../ui/lists/columns.ts'
import css from '../administration.module.css'
import { aboutOf, eventOf, instantOf, personOf, shortHash, type AuditContext } from './audit-texts.ts'

/** An entry with an id that a table can use: its number. */
export type AuditRow = AuditEntry & { id: string }

export const auditColumns = (context: AuditContext): Column<AuditRow>[] => {
  const { t, language } = context
  return [
    {
      id: 'number',
      name: t('audit.number'),
      width: 84,
      cell: ({ number }) => number.toLocaleString(language),
      from: 720,
    },
    { id: 'at', name: t('administration.time'), width: 140, cell: ({ at }) => instantOf(at, language) },
    { id: 'who', name: t('audit.who'), width: 170, cell: (row) => personOf(row, context) },
    {
      id: 'what',
      name: t('audit.what'),
      width: '2fr',
      isRowHeader: true,
      cell: (row) => <b>{eventOf(row, context)}</b>,
    },
    { id: 'about', name: t('audit.about'), width: '2fr', cell: (row) => aboutOf(row, context), from: 820 },
    { id: 'ip', name: t('audit.from_address'), width: 130, cell: ({ ip = '' }) => ip, from: 980 },
    {
      id: 'hash',
      name: t('audit.fingerprint'),
      width: 112,
      cell: ({ hash }) => <code className={css.quiet}>{shortHash(hash)}</code>,
      from: 1060,
    },
  ]
}

/** An entry on two lines, for a phone. */
export const auditLines =
  (context: AuditContext) =>
  (row: AuditRow): TwoLines => ({
    first: <b>{eventOf(row, context)}</b>,
    end: row.number.toLocaleString(context.language),
    second: `${instantOf(row.at, context.language)} · ${personOf(row, context)}`,
  })
