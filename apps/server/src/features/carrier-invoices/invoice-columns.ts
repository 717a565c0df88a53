/**
 * The columns read from an invoice, each with the header names it is known by; case, blanks and underscores do not matter. A
 * further layout adds its names here. No layout of Royal Mail with item numbers is published: docs/administration.md.
 */
const NAMES = {
  item_number: ['item number', 'tracking number', 'barcode', 'order reference', 'your reference'],
  net: ['net', 'net value', 'net amount'],
  vat: ['vat', 'vat value', 'vat amount'],
  date: ['date', 'posting date'],
  service: ['service', 'product code'],
  weight_g: ['weight g'],
} as const satisfies Record<string, readonly string[]>

export const INVOICE_COLUMNS = Object.keys(NAMES) as (keyof typeof NAMES)[]
/** Without them nothing can be compared. An invoice without VAT still has the column, empty. */
export const NEEDED_COLUMNS = ['item_number', 'net', 'vat'] as const satisfies readonly (keyof typeof NAMES)[]

const plain = (name: string): string => name.toLowerCase().replaceAll(/[\s_]/g, '')
const COLUMN_OF = new Map(INVOICE_COLUMNS.flatMap((column) => NAMES[column].map((name) => [plain(name), column])))

/** The column that a header names; null for one that is not read. */
export const invoiceColumnOf = (header: string): string | null => COLUMN_OF.get(plain(header)) ?? null
