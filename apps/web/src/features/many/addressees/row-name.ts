import type { TFunction } from 'i18next'

/** An addressee, or their company, and the town. */
export function nameOfAddressee(
  { name, company_name, city }: { [Field in 'name' | 'company_name' | 'city']?: string | undefined },
  t: TFunction,
): string {
  const who = [name, company_name].map((text) => text?.trim()).find(Boolean)
  return [who ?? t('many.no_name'), city?.trim()].filter(Boolean).join(', ')
}
