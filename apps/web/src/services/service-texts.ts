import type { RateQuote } from '@postroom/contract/rate'
import { serviceOf, type ServiceCode } from '@postroom/domain/catalogue/services'
import type { TFunction } from 'i18next'
import type { Pence } from '@postroom/domain/money'
import { formatPence, formatPounds } from '../ui/format-pence.ts'

/** When an item arrives, and whether that is an aim or guaranteed: 'Wed 25 or Thu 26 Nov, aim'. */
export function arrivalText(delivery: RateQuote['delivery'], t: TFunction, language: string): string {
  const { code, earliest, latest } = delivery
  if (!earliest || !latest) return t(`delivery.${code}`)
  const days = daysText(code, earliest, latest, t, language)
  return t(isGuaranteed(delivery) ? 'shipping.arrives.guaranteed' : 'shipping.arrives.aim', { days })
}

/** The days of arrival in full words: 'Wednesday 25 or Thursday 26 November'; undefined if nothing is promised. */
export function arrivalDays(delivery: RateQuote['delivery'], t: TFunction, language: string): string | undefined {
  const { code, earliest, latest } = delivery
  return earliest && latest ? daysText(code, earliest, latest, t, language, 'long') : undefined
}

function daysText(
  code: string,
  earliest: string,
  latest: string,
  t: TFunction,
  language: string,
  width: 'short' | 'long' = 'short',
): string {
  const last = written(latest, language, width)
  // the aim of economy names no first day
  if (code === 'abroad_economy') return t('shipping.arrives.by', { last })
  if (earliest === latest) return last
  const first = written(earliest, language, width, earliest.slice(0, 7) !== latest.slice(0, 7))
  return t(code === 'two_to_three_days' ? 'shipping.arrives.or' : 'shipping.arrives.to', { first, last })
}

const written = (day: string, language: string, width: 'short' | 'long', withMonth = true): string =>
  new Intl.DateTimeFormat(language, {
    weekday: width,
    day: 'numeric',
    ...(withMonth && { month: width }),
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`))

/** Whether the day of arrival is guaranteed, not only an aim. */
export const isGuaranteed = ({ code }: RateQuote['delivery']): boolean => code.startsWith('guaranteed')

/** 'Tracked, signed'. */
export function trackingText(service: ServiceCode, t: TFunction): string {
  const { tracking, signature } = serviceOf(service)
  return t(`shipping.tracking.${tracking}${signature ? '_signed' : ''}`)
}

/** '£150'; empty without cover. */
export const coverText = ({ compensation_gbp }: RateQuote['delivery'], language: string): string =>
  compensation_gbp === 0 ? '' : formatPounds(compensation_gbp, language)

/** What is saved, as people say it: '30p', '£1.20'. */
export const savingText = (saving: Pence, t: TFunction, language: string): string =>
  saving < 100 ? t('shipping.pence', { pence: saving }) : formatPence(saving, language)

/** What a service gives, in one line: 'Wed 25 or Thu 26 Nov, aim · Tracked · cover £150'. */
export function serviceText({ service, delivery }: RateQuote, t: TFunction, language: string): string {
  const amount = coverText(delivery, language)
  return [
    arrivalText(delivery, t, language),
    trackingText(service.code, t),
    ...(amount === '' ? [] : [t('shipping.cover', { amount })]),
  ].join(' · ')
}

/** What a service includes, in a sentence: 'tracked, cover £150'. */
export const serviceGains = ({ service, delivery }: RateQuote, t: TFunction, language: string): string => {
  const amount = coverText(delivery, language)
  return [
    trackingText(service.code, t).toLocaleLowerCase(language),
    ...(amount === '' ? [] : [t('shipping.cover', { amount })]),
  ].join(', ')
}
