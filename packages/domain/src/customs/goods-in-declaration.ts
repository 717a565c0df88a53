import { isDomestic } from '../catalogue/countries.ts'
import { isForcesAddress } from '../catalogue/places.ts'
import { LIMITED_GOODS, type LimitedGoods } from './prohibited-goods.ts'
import { refuse, type Refused } from '../refusal.ts'
import type { ServiceCode } from '../catalogue/services.ts'
import type { ShipmentFacts } from '../rating/shipment-facts.ts'

type ContentsFacts = Pick<ShipmentFacts, 'country' | 'postal_code' | 'customs'>

/** Goods of a declaration that the carrier limits or refuses on this route. */
export interface FoundGoods {
  /** Path of the description on the wire: `customs.contents_items.0.description`. */
  field: string
  goods: LimitedGoods
  rule: 'restricted' | 'prohibited'
}

/**
 * The goods named in a declaration, in English or French, that the carrier limits or refuses on this route; at most one row of the
 * table per customs item. With a `service`, goods that it accepts are left out.
 */
export function limitedGoodsIn(facts: ContentsFacts, service?: ServiceCode): FoundGoods[] {
  const items = facts.customs?.items ?? []
  return items.flatMap(({ description }, index) => {
    const goods = goodsNamedIn(description)
    const rule = goods ? ruleFor(goods, facts) : 'free'
    const isCovered = service !== undefined && goods?.covered_by?.includes(service)
    if (!goods || rule === 'free' || isCovered) return []
    return [{ field: `customs.contents_items.${index}.description`, goods, rule }]
  })
}

/** Refuses a declaration with goods that are prohibited on this route. */
export function refuseContents(facts: ContentsFacts): Refused<'goods_prohibited'> | undefined {
  const found = limitedGoodsIn(facts).find(({ rule }) => rule === 'prohibited')
  return found && refuse('goods_prohibited', { field: found.field, goods: found.goods.code, name: found.goods.name })
}

function ruleFor({ uk, abroad, forces = abroad }: LimitedGoods, facts: ContentsFacts): LimitedGoods['uk'] {
  if (isForcesAddress(facts)) return forces
  return isDomestic(facts.country) ? uk : abroad
}

/** The first row of the table that a description names. */
export function goodsNamedIn(description: string): LimitedGoods | undefined {
  const text = bareWords(description)
  return MATCHERS.find(({ words, not }) => words.test(not ? text.replace(not, ' ') : text))?.goods
}

/** In lower case without accents, words separated by one space. */
const bareWords = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** 'Without batteries', 'alcohol free' and 'empty perfume bottle' say that the goods are absent. */
const BEFORE = String.raw`(?<![\p{L}\p{N}])(?<!(?:^|\s)(?:no|non|not|without|sans|excluding|empty|fake|toy|alcohol free|non alcoholic) )`
const AFTER = String.raw`(?![\p{L}\p{N}])(?! (?:free|sans alcool|not included|removed|vide|vides|non inclus|non inclue|non incluse|non incluses)(?![\p{L}\p{N}]))`

const anyOf = (phrases: string): string =>
  phrases
    .split(',')
    .map((phrase) => phrase.trim().replaceAll('*', '[a-z]*'))
    .join('|')

const MATCHERS = LIMITED_GOODS.map((goods) => ({
  goods,
  words: new RegExp(`${BEFORE}(?:${anyOf(`${goods.en}, ${goods.fr}`)})${AFTER}`, 'u'),
  not:
    goods.not === undefined
      ? undefined
      : new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${anyOf(goods.not)})(?![\p{L}\p{N}])`, 'gu'),
}))
