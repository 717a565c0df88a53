/** The fields of an address in page order. */
const ADDRESS_FIELDS = [
  'name',
  'company_name',
  'address1',
  'city',
  'postal_code',
  'country',
  'address2',
  'address3',
  'state_province',
  'phone1',
  'email',
] as const

/** The form names of an address. react-hook-form drops the errors of a group while none of its fields is shown, but keeps theirs. */
export const addressNames = (side: 'to' | 'from') => ADDRESS_FIELDS.map((field) => `${side}.${field}` as const)
