import type { TFunction } from 'i18next'

/** 'At Office PC: The customs form is printed.' The text alone when this browser's own workstation prints it. */
export const atPlace = (place: string | undefined, what: string, t: TFunction): string =>
  place === undefined ? what : t('printing.at', { place, what })
