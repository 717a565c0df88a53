import { newApiKeySchema, type NewApiKey } from '@postroom/contract/api-key'
import { addDays, ukDateOf } from '@postroom/domain/calendar'
import { areCombinable, type KeyScope } from '@postroom/domain/people/api-keys'
import { penceFromText } from '../../../item-form/measure-input.ts'

/** A key as typed. No accounts: every account. An empty limit of a day: none of its own. */
export interface KeyForm {
  name: string
  scopes: readonly KeyScope[]
  accounts: readonly string[]
  calls_per_minute: string
  pence_per_day: string
  last_day: string
  current_password: string
}

const FIRST_DAYS = 90

/** The last day that is offered for a new or renewed key. */
export const offeredDay = (now: Date): string => addDays(ukDateOf(now), FIRST_DAYS)

export const newKeyForm = (now: Date): KeyForm => ({
  name: '',
  scopes: ['rates', 'buy', 'documents', 'tracking'],
  accounts: [],
  calls_per_minute: '60',
  pence_per_day: '',
  last_day: offeredDay(now),
  current_password: '',
})

/** What was typed, as the server takes it; or the fields that are wrong. */
export function keyOf(form: KeyForm): { key: NewApiKey } | { wrong: string[] } {
  const { name, scopes, accounts, last_day, current_password } = form
  const calls_per_minute = Number(form.calls_per_minute)
  const pence_per_day = form.pence_per_day.trim() === '' ? null : penceFromText(form.pence_per_day)
  const limits = { calls_per_minute, pence_per_day }
  const read = newApiKeySchema.safeParse({
    ...limits,
    name,
    scopes,
    accounts: accounts.length === 0 ? null : accounts,
    last_day,
    current_password,
  })
  return read.success ? { key: read.data } : { wrong: read.error.issues.map(({ path }) => String(path[0])) }
}

/** The scopes after one was ticked or unticked. What cannot stand beside it is unticked. */
export function scopesAfter(chosen: readonly KeyScope[], scope: KeyScope): readonly KeyScope[] {
  const after = toggled(chosen, scope)
  return areCombinable(after) ? after : [scope]
}

/** With one more, or without it. */
export const toggled = <Value>(chosen: readonly Value[], value: Value): Value[] =>
  chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value]
