import type { AuditEntry } from '@postroom/contract/audit-log'
import { expect, it } from 'vitest'
import { i18next } from '../../../i18n.ts'
import { aboutOf, eventOf, instantOf, nameOfDetail, personOf, shortHash, valueOf } from './audit-texts.ts'

const ID = '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c02'
const context = { t: i18next.t.bind(i18next), language: 'en-gb', names: new Map([[ID, 'Angharad Kendall']]) }
const entry = (part: Partial<AuditEntry>): AuditEntry => ({ details: {}, event: 'signed_in', ...part }) as AuditEntry

it.each([
  [{}, 'The system'],
  [{ user_id: ID }, 'Angharad Kendall'],
  [{ user_id: 'b0f7c5b6-52a8-4f0e-8a0f-6d8a4b1f0c01' }, 'A former user'],
  [{ user_id: ID, key_name: 'Web shop' }, 'Angharad Kendall, with the key “Web shop”'],
])('%o was done by %s', (part, person) => {
  expect(personOf(entry(part), context)).toBe(person)
})

it.each([
  [{}, ''],
  [{ subject: ID }, 'Angharad Kendall'],
  [{ subject: 'a-shipment' }, ''],
  [{ subject: ID, details: { plan: 'lite', copies: 2 } }, 'Angharad Kendall, Lite, 2'],
])('%o is about %s', (part, about) => {
  expect(aboutOf(entry(part), context)).toBe(about)
})

it.each([
  ['amount', 250, '£2.50'],
  ['budget', 250, '£2.50'],
  ['spent', 250, '£2.50'],
  ['change', -250, '−£2.50'],
  ['change', 0, '£0.00'],
  ['to_customer', 250, '£2.50'],
  ['by_platform', 250, '£2.50'],
  ['low_balance', 250, '£2.50'],
  ['pence_per_day', 250, '£2.50'],
  ['rows', 1500, '1,500'],
  ['name', undefined, '–'],
  ['name', 'Bindery', 'Bindery'],
  ['roles', 'sender, manager, janitor', 'Sender, Manager, janitor'],
])('the detail %s of %s is read as %s', (key, value, text) => {
  expect(valueOf(key, value, context)).toBe(text)
})

it.each([
  ['none', 'none'],
  ['true', 'yes'],
  ['false', 'no'],
  ['yes', 'yes'],
  ['no', 'no'],
  ['month', 'a month'],
  ['quarter', 'a quarter'],
  ['year', 'a year'],
  ['warn', 'warns'],
  ['block', 'blocks'],
  ['full', 'Full'],
  ['lite', 'Lite'],
  ['left', 'left the organisation'],
  ['on_request', 'on request'],
  ['by_mistake', 'by mistake'],
  ['other', 'another reason'],
  ['on', 'on'],
  ['off', 'off'],
  ['paused', 'paused'],
  ['new', 'new here'],
  ['enabled', 'enabled'],
  ['disabled', 'disabled'],
])('the word %s is read as %s', (word, text) => {
  expect(valueOf('state', word, context)).toBe(text)
})

it('an event and a detail without a text keep their names', () => {
  expect(eventOf(entry({ event: 'signed_in' }), context)).toBe('Signed in')
  expect(eventOf(entry({ event: 'of_tomorrow' }), context)).toBe('of_tomorrow')
  expect(nameOfDetail('amount', context)).toBe('Amount')
  expect(nameOfDetail('of_tomorrow', context)).toBe('of_tomorrow')
})

it('shows the minute of an entry, and the start of a fingerprint', () => {
  expect(instantOf('2026-11-22T09:05:00.000Z', 'en-gb')).toBe('22 Nov, 09:05')
  expect(shortHash('9f3c61d0aa55')).toBe('9f3c 61d0')
})
