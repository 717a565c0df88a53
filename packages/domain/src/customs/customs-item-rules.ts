import type { CalendarDate } from '../calendar.ts'
import { countryOf } from '../catalogue/country-table.ts'
import { isVague } from './customs-descriptions.ts'
import type { CustomsProblem } from './customs-problem.ts'
import { REQUIRED_FIELDS } from './customs-thresholds.ts'
import { COMMERCIAL_CONTENTS, customsTotals, type ContentsType, type Customs, type CustomsItem } from './customs.ts'
import { isHsHeading } from './hs-headings.ts'
import type { Grams } from '../measures.ts'
import type { PlaceCode } from '../catalogue/places.ts'

/** The problems in the customs items of a declaration of goods to `place` on `day`. */
export function lineProblems(customs: Customs, place: PlaceCode, day: CalendarDate): CustomsProblem[] {
  const required = requiredFields(customs.contents_type, place, day)
  return customs.items.flatMap((item, index) =>
    problemsOf(item, required).map(([field, code]) => ({ field: pathOf(index, field), code })),
  )
}

/** The items may not weigh more than the parcel with its packaging. The heaviest item is reported. */
export function weightProblems(items: readonly CustomsItem[], parcel: Grams): CustomsProblem[] {
  if (customsTotals({ items }).weight <= parcel) return []
  const lines = items.map(({ net_weight }): number => net_weight)
  return [{ field: pathOf(lines.indexOf(Math.max(...lines)), 'weight.value'), code: 'heavier_than_parcel' }]
}

const pathOf = (index: number, field: string): string => `customs.contents_items.${index}.${field}`

/** The fields each customs item must have on that day. */
function requiredFields(contents: ContentsType, place: PlaceCode, day: CalendarDate) {
  const rows = REQUIRED_FIELDS.filter(
    (row) =>
      day >= row.from &&
      (row.contents === 'goods' || COMMERCIAL_CONTENTS.includes(contents)) &&
      (!row.places || row.places.includes(place)),
  )
  return [...new Set(rows.map((row) => row.field))]
}

/** Six to ten digits that begin with a chapter and heading of the Harmonized System. */
const hsProblem = (code: string): FieldProblem | false => {
  if (!/^\d{6,10}$/.test(code)) return ['hs_code', 'invalid_hs_code']
  return !isHsHeading(code) && ['hs_code', 'unknown_hs_heading']
}

type FieldProblem = readonly [keyof CustomsItem, CustomsProblem['code']]

/** The highest value of an item that counts as a token, since nothing is sold for a penny. */
const TOKEN_PENCE = 1

function problemsOf(item: CustomsItem, required: readonly (keyof CustomsItem)[]): FieldProblem[] {
  const { description, hs_code, origin_country, quantity, value } = item
  const problems: (FieldProblem | false)[] = [
    isVague(description) && ['description', 'description_too_vague'],
    quantity * value <= TOKEN_PENCE && ['value', 'value_too_low'],
    hs_code !== '' && hsProblem(hs_code),
    origin_country !== '' && !countryOf(origin_country) && ['origin_country', 'invalid_country'],
    ...required.map((field): FieldProblem | false => item[field] === '' && [field, 'required']),
  ]
  return problems.filter((problem) => problem !== false)
}
