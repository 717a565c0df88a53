import type { AddressText } from '@postroom/contract/address'

/** The fields that a column of the file can fill. */
export const COLUMN_FIELDS = [
  'name',
  'company_name',
  'address1',
  'address2',
  'address3',
  'city',
  'state_province',
  'postal_code',
  'country',
  'email',
  'phone1',
  'reference',
] as const satisfies readonly (keyof AddressText | 'reference')[]
export type ColumnField = (typeof COLUMN_FIELDS)[number]

/** What a column of a file fills, in their order. */
export type Mapping = readonly (ColumnField | undefined)[]

/** Heads of columns as shops, spreadsheets and other postage programs write them, in English and French. */
const HEADS: Readonly<Record<ColumnField, string>> = {
  name: 'name|full name|recipient|recipient name|addressee|contact|contact name|to|nom|destinataire|nom complet',
  company_name:
    'company|company name|firm|organisation|organization|business|business name|société|entreprise|raison sociale',
  address1: 'address|address 1|address line 1|line 1|street|street 1|adresse|adresse 1|rue|ligne 1',
  address2: 'address 2|address line 2|line 2|street 2|adresse 2|complément|ligne 2',
  address3: 'address 3|address line 3|line 3|adresse 3|ligne 3',
  city: 'city|town|town or city|place|post town|ville|localité|commune',
  state_province: 'state|province|county|region|state province|comté|région|département',
  postal_code: 'postcode|post code|postal code|zip|zip code|pc|code postal|cp',
  country: 'country|country code|pays|code pays',
  email: 'email|e mail|email address|mail|courriel|adresse e mail',
  phone1: 'phone|telephone|phone 1|tel|mobile|phone number|téléphone|tél|portable',
  reference:
    'reference|ref|your reference|order|order number|order id|order no|référence|réf|commande|numéro de commande',
}

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\d]+/gu, ' ')
    .replaceAll(/(?<=\p{L})(?=\d)/gu, ' ')
    .trim()

const FIELD_OF = new Map(
  COLUMN_FIELDS.flatMap((field) => HEADS[field].split('|').map((head) => [plain(head), field] as const)),
)

/** What each column seems to fill, by its head. No field twice: the first column keeps it. */
export function guessMapping(heads: readonly string[]): Mapping {
  const taken = new Set<ColumnField>()
  return heads.map((head) => {
    const field = FIELD_OF.get(plain(head))
    if (!field || taken.has(field)) return undefined
    taken.add(field)
    return field
  })
}

/** The mapping after a column was given another field; the column that had the field loses it. */
export const remap = (mapping: Mapping, column: number, field: ColumnField | undefined): Mapping =>
  mapping.map((before, at) => (at === column ? field : before === field ? undefined : before))
