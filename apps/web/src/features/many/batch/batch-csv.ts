import type { AddressText } from '@postroom/contract/address'
import type { BatchRow } from '@postroom/contract/shipment-batch'
import { numberOf } from '../row-key.ts'

const ADDRESS = ['name', 'company_name', 'address1', 'address2', 'address3', 'city', 'postal_code', 'country'] as const
const HEADS = ['row', ...ADDRESS, 'state', 'print_state', 'service', 'number', 'amount', 'error']

/** A text that a spreadsheet would compute is written as text. */
const cell = (text: string): string => {
  const safe = /^[\s=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

const addressOf = (to: Partial<AddressText> = {}): string[] => ADDRESS.map((field) => to[field] ?? '')

/** The result of a batch as CSV with a byte order mark; amounts in pounds. A row that was not bought has its whole address. */
export const batchCsv = (rows: readonly BatchRow[]): string =>
  `\uFEFF${[
    HEADS,
    ...rows.map(({ shipment, state, bought, error, ...row }) => [
      String(numberOf(row)),
      ...addressOf(shipment?.to ?? row.to),
      state,
      bought?.print_state ?? '',
      bought?.service ?? '',
      bought?.item_numbers.join(' ') ?? '',
      bought ? (bought.amount / 100).toFixed(2) : '',
      error?.code ?? '',
    ]),
  ]
    .map((cells) => cells.map(cell).join(','))
    .join('\r\n')}\r\n`
