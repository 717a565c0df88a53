import type { QueueItem } from './queue-row.ts'

/** 'Newtown, SY16 2PQ'; with the country abroad. */
export function placeText(
  { city, postal_code, country }: Pick<QueueItem['to'], 'city' | 'country' | 'postal_code'>,
  language: string,
): string {
  const land = country === 'GB' ? '' : new Intl.DisplayNames(language, { type: 'region' }).of(country)
  return [city, land, postal_code.toUpperCase()].filter(Boolean).join(', ')
}
