/** One invalid field of a declaration. `field` is its dotted path on the wire: `customs.contents_items.0.hs_code`. */
export interface CustomsProblem {
  field: string
  code:
    | 'required'
    | 'invalid_country'
    | 'invalid_hs_code'
    | 'unknown_hs_heading'
    | 'invalid_eori'
    | 'invalid_ioss'
    | 'ioss_not_usable'
    | 'description_too_vague'
    | 'value_too_low'
    | 'heavier_than_parcel'
}
