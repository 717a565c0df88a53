import type { KeptGoods } from '@postroom/contract/goods'
import type { CustomsForm } from '../item-form/customs-form.ts'

type Item = CustomsForm['contents_items'][number]

/** One of the kept goods as a customs item of the form, as if it had been typed. */
export function itemOf({ id: _id, weight, value, ...texts }: KeptGoods): Item {
  const { value: amount, units } = weight
  return {
    ...texts,
    quantity: '1',
    weight: units === 'G' ? String(amount) : `${amount} ${units.toLowerCase()}`,
    value: (value / 100).toFixed(2),
  }
}

/** Whether nothing has been typed into an item yet. */
export const isUntouched = (item: Item): boolean =>
  [item.description, item.weight, item.value, item.hs_code].every((text) => text.trim() === '')

/** The kept goods that have all of these words or word beginnings, in any order. */
export function goodsWith(goods: readonly KeptGoods[], typed: string): KeptGoods[] {
  const asked = wordsIn(typed)
  return goods.filter(({ description, hs_code, sku }) => {
    const words = wordsIn(`${description} ${hs_code} ${sku}`)
    return asked.every((word) => words.some((one) => one.startsWith(word)))
  })
}

const wordsIn = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
