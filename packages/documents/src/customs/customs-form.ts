import { addressLines } from '@postroom/domain/catalogue/address-lines'
import type { PostalAddress } from '@postroom/contract/address'
import type { CalendarDate } from '@postroom/domain/calendar'
import { personOrCompany } from '@postroom/domain/catalogue/addressed-name'
import type { ContentsType, Customs, CustomsItem } from '@postroom/domain/customs/customs'
import type { Grams } from '@postroom/domain/measures'
import { timesPence, type Pence } from '@postroom/domain/money'
import type { MediaSize } from '@postroom/domain/media/media-size'

/** The content of a customs form (CN 22 or CN 23 of the Universal Postal Union). It comes only from the stored shipment. */
export interface CustomsFormContent {
  /** A practice print: it says so and has no item number. */
  test: boolean
  service_name: string
  /** The sheet of the locale (`sheetFor`). */
  sheet: MediaSize
  /** Item numbers, `ZZ…GB`, one for each form. Empty for a practice print, which is one form. */
  numbers: readonly string[]
  to: PostalAddress
  from: PostalAddress
  customs: Customs
  /** The number of the commercial invoice; empty without one. */
  invoice_number: string
  /** Who pays duty and tax: the addressee (DAP, delivered at place) or the sender (DDP, delivered duty paid). */
  incoterm: 'DAP' | 'DDP'
  /** The weight of the item with its packaging. */
  gross_weight: Grams
  /** Postage and fees paid; duty is charged on them too. */
  postage: Pence
  /** The day of posting and of the signature. */
  shipping_date: CalendarDate
  /** The date in the file; stored, so that the same shipment always gives the same bytes. */
  created_at: Date
}

/** A caption in the languages of the forms. */
export type Caption = readonly [english: string, french: string]

export const CATEGORIES: Record<ContentsType, Caption> = {
  G: ['Gift', 'Cadeau'],
  D: ['Documents', 'Documents'],
  S: ['Sale of goods', 'Vente de marchandises'],
  C: ['Commercial sample', 'Échantillon commercial'],
  R: ['Returned goods', 'Retour de marchandises'],
  O: ['Other (please specify)', 'Autre (à préciser)'],
}

/**
 * The sender's declaration. It has the meaning of the statement on the official forms, but not their wording, which was not
 * available. Forms for real items must have the official wording.
 */
export const CERTIFICATION: Caption = [
  'I, whose name and address are on this item, declare that these particulars are right, and that the item holds nothing dangerous and nothing forbidden by law or by the rules of post or customs.',
  'Je soussigné, dont les nom et adresse figurent sur l’envoi, déclare que ces renseignements sont exacts et que l’envoi ne contient rien de dangereux ni d’interdit par la loi ou par les règlements postaux ou douaniers.',
]

/** The title and the notice of opening on CN 22 and CN 23. */
export const CUSTOMS_DECLARATION = {
  title: ['CUSTOMS DECLARATION', 'DÉCLARATION EN DOUANE'],
  opening: ['May be opened officially', 'Peut être ouvert d’office'],
} as const satisfies Record<string, Caption>

/** Formats an amount for customs: `GBP 12.34`. */
export const formatGbp = (amount: Pence): string => `GBP ${(amount / 100).toFixed(2)}`

/** Formats a weight in kilograms with three decimals and no unit: `0.050`. */
export const formatKilograms = (weight: Grams): string => (weight / 1000).toFixed(3)

/** The value of a customs item on the forms: its quantity times the value of one piece. */
export const customsItemValue = ({ value, quantity }: CustomsItem): Pence => timesPence(value, quantity)

/** The lines of an address with the country, which foreign posts need. */
export function fullAddress(address: PostalAddress): string[] {
  const { lines, town, country } = addressLines(address)
  return [...lines, ...town, country]
}

/** The signatory: the sender's name, or the company when no person is named. */
export const signatory = ({ from }: Pick<CustomsFormContent, 'from'>): string => personOrCompany(from)
