import { addressTextSchema, type AddressText } from '@postroom/contract/address'
import { toPence, type Pence } from '@postroom/domain/money'

/** One printable line of what a customer typed. */
export const lineOf = (typed: string | null | undefined): string =>
  (typed ?? '')
    .toWellFormed()
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()

/** As many characters of a text as fit, and no half of one. */
export const cutTo = (text: string, max: number): string =>
  text
    .slice(0, max)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()

/** The fields of an address as the shop has them; those left out are empty. Their length and content are checked later. */
export const addressOf = (fields: Partial<Record<keyof AddressText, string | null | undefined>>): AddressText => {
  const names = Object.keys(addressTextSchema.shape) as (keyof AddressText)[]
  const lines = names.map((name) => [name, lineOf(fields[name])])
  return Object.fromEntries(lines) as AddressText
}

/** A million pounds. */
const PENCE_MAX = 1_000_000_00

/** The price of one of `quantity` pieces, when the shop sells in pounds: `12.50` for two is 625 pence. */
export function pieceValue(total: number, quantity: number, currency: string): Pence | undefined {
  const pence = Math.round((total * 100) / quantity)
  return currency === 'GBP' && pence >= 0 && pence <= PENCE_MAX ? toPence(pence) : undefined
}
