import type { QueueItem } from './queue-row.ts'

/** Company or name, whichever the item is known by. */
export const addresseeOf = ({ name, company_name }: QueueItem['to']): string => company_name || name

/** 'Newtown, SY16 2PQ'; with the country abroad. */
export function placeText({ city, postal_code, country }: QueueItem['to'], language: string): string {
  const land = country === 'GB' ? '' : new Intl.DisplayNames(language, { type: 'region' }).of(country)
  return [city, land, postal_code.toUpperCase()].filter(Boolean).join(', ')
}
