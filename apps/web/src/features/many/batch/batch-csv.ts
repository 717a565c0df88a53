import type { BatchRow } from '@postroom/contract/shipment-batch'

const HEADS = ['row', 'name', 'company_name', 'city', 'state', 'print_state', 'service', 'number', 'amount', 'error']

/** A text that a spreadsheet would compute is written as text. */
const cell = (text: string): string => {
  const safe = /^[\s=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

/** The result of a batch as CSV with a byte order mark; amounts in pounds. */
export const batchCsv = (rows: readonly BatchRow[]): string =>
  `\uFEFF${[
    HEADS,
    ...rows.map(({ position, to, state, bought, error }) => [
      String(position + 1),
      to?.name ?? '',
      to?.company_name ?? '',
      to?.city ?? '',
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
