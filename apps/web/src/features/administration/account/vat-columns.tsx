import { sumPence, toPence } from '@postroom/domain/money'
import type { TFunction } from 'i18next'
import type { Column, TwoLines } from '../../../ui/lists/columns.ts'
import { money } from './movement-columns.tsx'

/** An amount of a VAT statement, of one treatment or of one day, in pence. */
export interface ShareRow {
  id: string
  name: string
  net: number
  vat: number
  gross: number
}

/** Without the seller's VAT number only gross amounts are shown. */
export const shareColumns = (first: string, isVat: boolean, t: TFunction, language: string): Column<ShareRow>[] => [
  { id: 'name', name: first, width: '1fr', isRowHeader: true, cell: ({ name }) => name },
  ...(isVat ? (['net', 'vat', 'gross'] as const) : (['gross'] as const)).map((figure) => ({
    id: figure,
    name: t(`account.${figure}`),
    width: 130,
    align: 'end' as const,
    cell: (row: ShareRow) => money(row[figure], language),
  })),
]

/** An amount on two lines, for a phone. */
export const shareLines =
  (isVat: boolean, t: TFunction, language: string) =>
  (row: ShareRow): TwoLines => ({
    first: <b>{row.name}</b>,
    end: money(row.gross, language),
    second: isVat ? t('account.net_and_vat', written(row, language)) : '',
  })

/** The sum of the rows in words. */
export function sumOf(rows: readonly ShareRow[], isVat: boolean, t: TFunction, language: string): string {
  const sum = (figure: 'net' | 'vat' | 'gross') => sumPence(...rows.map((row) => toPence(row[figure])))
  const whole = { net: sum('net'), vat: sum('vat'), gross: sum('gross') }
  const { gross, ...parts } = written(whole, language)
  return isVat ? t('account.sum_with_vat', { gross, ...parts }) : t('account.sum', { gross })
}

const written = ({ net, vat, gross }: Omit<ShareRow, 'id' | 'name'>, language: string) => ({
  net: money(net, language),
  vat: money(vat, language),
  gross: money(gross, language),
})
