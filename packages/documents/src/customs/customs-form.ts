import { addressLines } from '@postroom/domain/catalogue/address-lines'
import type { PostalAddress } from '@postroom/contract/address'
import type { CalendarDate } from '@postroom/domain/calendar'
import type { ContentsType, Customs, CustomsItem } from '@postroom/domain/customs/customs'
import type { Grams } from '@postroom/domain/measures'
import { timesPence, type Pence } from '@postroom/domain/money'
import type { MediaSize } from '@postroom/domain/media/media-size'

/** What a customs form shows: a stored shipment, nothing looked up. The forms are CN 22 and CN 23 of the Universal Postal Union. */
export interface CustomsFormContent {
  /** A practice print: says so in words and holds no item number. */
  test: boolean
  service_name: string
  /** The sheet of the locale (`sheetFor`). */
  sheet: MediaSize
  /** Item numbers, `ZZ…GB`, one for each form to draw. Empty on a practice print, which is one form. */
  numbers: readonly string[]
  to: PostalAddress
  from: PostalAddress
  customs: Customs
  /** Of the commercial invoice; empty where there is none. */
  invoice_number: string
  /** Who pays duty and tax: the addressee (delivered at place), or the sender (delivered duty paid). */
  incoterm: 'DAP' | 'DDP'
  /** The whole item, packaging included. */
  gross_weight: Grams
  /** Postage and fees paid: part of what duty is reckoned on. */
  postage: Pence
  /** Day of posting, and of the signature. */
  shipping_date: CalendarDate
  /** Stands in the file as its date, so that the same shipment always gives the same bytes. */
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
 * What the sender declares. Ours, of the same meaning as the statement on the official forms, whose exact wording was not
 * at hand: a form for real items must carry the official one.
 */
export const CERTIFICATION: Caption = [
  'I, whose name and address are on this item, declare that these particulars are right, and that the item holds nothing dangerous and nothing forbidden by law or by the rules of post or customs.',
  'Je soussigné, dont les nom et adresse figurent sur l’envoi, déclare que ces renseignements sont exacts et que l’envoi ne contient rien de dangereux ni d’interdit par la loi ou par les règlements postaux ou douaniers.',
]

/** What the forms of the posts say of themselves. */
export const CUSTOMS_DECLARATION = {
  title: ['CUSTOMS DECLARATION', 'DÉCLARATION EN DOUANE'],
  opening: ['May be opened officially', 'Peut être ouvert d’office'],
} as const satisfies Record<string, Caption>

/** As customs read an amount: `GBP 12.34`. */
export const inGbp = (amount: Pence): string => `GBP ${(amount / 100).toFixed(2)}`

/** Kilograms to the gram, without the unit: `0.050`. */
export const inKilograms = (weight: Grams): string => (weight / 1000).toFixed(3)

/** The forms tell the value of a whole line: the piece times the quantity. */
export const lineValue = ({ value, quantity }: CustomsItem): Pence => timesPence(value, quantity)

/** An address from the addressee to the country, which foreign posts need. */
export function fullAddress(address: PostalAddress): string[] {
  const { lines, town, country } = addressLines(address)
  return [...lines, ...town, country]
}

/** Who signs: the person, or the firm where no person is named. */
export const signatory = ({ from }: Pick<CustomsFormContent, 'from'>): string => from.name || from.company_name
