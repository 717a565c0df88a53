import type { ContractPriceList } from '@postroom/contract/contract-price'
import type { CalendarDate } from '@postroom/domain/calendar'
import type { TFunction } from 'i18next'

export const dayText = (day: CalendarDate, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day))

export const servicesText = ({ services }: Pick<ContractPriceList, 'services'>, t: TFunction): string =>
  services.map((service) => t(`service.${service}`)).join(', ')
