import type { TFunction } from 'i18next'

/** 'At Office PC: The customs form is printed.' The words alone for what is printed at the workstation of this browser. */
export const atPlace = (place: string | undefined, what: string, t: TFunction): string =>
  place === undefined ? what : t('printing.at', { place, what })
