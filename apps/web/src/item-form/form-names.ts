import type { FieldError } from '@postroom/contract/errors'

/** Form names for fields the server names as in the request, such as `parcels.0.weight.value`. */
const FORM_NAMES: readonly (readonly [RegExp, string])[] = [
  [/^(to|from)\.\w+$/, '$&'],
  [/^parcels\.0\.weight(\..*)?$/, 'weight'],
  [/^parcels\.0\.dim\.(length|width|height)$/, '$1'],
  [/^parcels\.0\.dim(\.units)?$/, 'length'],
  [/^parcels\.0\.packaging$/, 'packaging'],
  [/^options\.0\.fields\.amount(\..*)?$/, 'amount'],
  [/^options\.0\.fields\.compensation(\..*)?$/, 'compensation'],
  [/^options(\..*)?$/, 'service'],
  [/^(customs\.contents_items\.\d+\.\w+)(\..*)?$/, '$1'],
  [/^customs\.\w+$/, '$&'],
  [/^references\.1$/, 'reference2'],
  [/^references\.2$/, 'reference3'],
  [/^references(\..*)?$/, 'reference'],
  [/^costcenter(\..*)?$/, 'costcenter'],
  [/^(shipping_date|service)$/, '$1'],
]

/** The form field at which to show a server error; undefined if it concerns no field of the form. */
export function formNameOf({ field }: Pick<FieldError, 'field'>): string | undefined {
  const rule = FORM_NAMES.find(([pattern]) => pattern.test(field))
  return rule && field.replace(rule[0], rule[1])
}
