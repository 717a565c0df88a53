import type { AuditEntry } from '@postroom/contract/audit-log'
import { toPence } from '@postroom/domain/money'
import type { TFunction } from 'i18next'
import { formatPence } from '../../../ui/format-pence.ts'

/** What the texts of an entry depend on. */
export interface AuditContext {
  t: TFunction
  language: string
  /** Names of colleagues by id. */
  names: ReadonlyMap<string, string>
}

/** Details that are pence. */
const PENCE = new Set([
  'amount',
  'budget',
  'spent',
  'change',
  'to_customer',
  'by_platform',
  'low_balance',
  'pence_per_day',
])
/** Details with a fixed set of words, each with its text. */
const WORDS = new Set([
  'none',
  'true',
  'false',
  'yes',
  'no',
  'month',
  'quarter',
  'year',
  'warn',
  'block',
  'full',
  'lite',
  'left',
  'on_request',
  'by_mistake',
  'other',
  'on',
  'off',
  'paused',
  'new',
  'enabled',
  'disabled',
])

export const eventOf = ({ event }: AuditEntry, { t }: AuditContext): string =>
  t(`audit.event.${event}`, { defaultValue: event })

/** The name of a colleague; the server and its command line act without a user, and an erased user has no name. */
export function personOf({ user_id, key_name }: AuditEntry, { t, names }: AuditContext): string {
  const name = user_id === undefined ? t('audit.system') : (names.get(user_id) ?? t('audit.former'))
  return key_name === undefined ? name : t('audit.with_key', { name, key: key_name })
}

/** The colleague that an entry is about, or its details in short; empty without either. */
export function aboutOf(entry: AuditEntry, context: AuditContext): string {
  const colleague = context.names.get(entry.subject ?? '')
  const details = Object.entries(entry.details).map(([key, value]) => valueOf(key, value, context))
  return [colleague, ...details].filter(Boolean).join(', ')
}

export const nameOfDetail = (key: string, { t }: AuditContext): string =>
  t(`audit.detail.${key}`, { defaultValue: key })

/** A detail for reading: pence as an amount, known words in the language of the page. */
export function valueOf(key: string, value: string | number | undefined, { t, language }: AuditContext): string {
  if (value === undefined) return '–'
  if (typeof value === 'number') return PENCE.has(key) ? signedPence(value, language) : value.toLocaleString(language)
  if (key === 'roles')
    return value
      .split(', ')
      .map((role) => t(`administration.role.${role}`, { defaultValue: role }))
      .join(', ')
  return WORDS.has(value) ? t(`audit.word.${value}`) : value
}

const signedPence = (amount: number, language: string): string =>
  `${amount < 0 ? '−' : ''}${formatPence(toPence(Math.abs(amount)), language)}`

export const instantOf = (at: string, language: string): string =>
  new Date(at).toLocaleString(language, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })

/** The first half of a fingerprint's start, in groups of four: '9f3c 61d0'. */
export const shortHash = (hash: string): string => `${hash.slice(0, 4)} ${hash.slice(4, 8)}`
