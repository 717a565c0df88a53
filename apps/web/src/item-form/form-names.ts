import type { FieldError } from '@postroom/contract/errors'

/** The server names fields as the request does (`parcels.0.weight.value`); the form has its own names for some of them. */
const FORM_NAMES: readonly (readonly [RegExp, string])[] = [
  [/^(to|from)\.\w+$/, '$&'],
  [/^parcels\.0\.weight(\..*)?$/, 'weight'],
  [/^parcels\.0\.dim\.(length|width|height)$/, '$1'],
  [/^parcels\.0\.dim(\.units)?$/, 'length'],
  [/^parcels\.0\.packaging$/, 'packaging'],
  [/^options\.0\.fields\.amount(\..*)?$/, 'amount'],
  [/^options\.0\.fields\.compensation(\..*)?$/, 'compensation'],
  [/^options(\..*)?$/, 'option'],
  [/^(customs\.contents_items\.\d+\.\w+)(\..*)?$/, '$1'],
  [/^customs\.\w+$/, '$&'],
  [/^references(\..*)?$/, 'reference'],
  [/^(shipping_date|service)$/, '$1'],
]

/** Where to show what the server has against a field; undefined when no field of the form is meant. */
export function formNameOf({ field }: Pick<FieldError, 'field'>): string | undefined {
  const rule = FORM_NAMES.find(([pattern]) => pattern.test(field))
  return rule && field.replace(rule[0], rule[1])
}
