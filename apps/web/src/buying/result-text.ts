import type { Shipment } from '@postroom/contract/shipment'
import { personOrCompany } from '@postroom/domain/catalogue/addressed-name'
import { toPence } from '@postroom/domain/money'
import type { TFunction } from 'i18next'
import { failedOf, type PrintProgress } from '../printing/print-progress.ts'
import { formatPence } from '../ui/format-pence.ts'

/** Whether a bought shipment is printed, as far as the printers have reported. */
export type ResultState = 'printing' | 'printed' | 'not_printed' | 'unknown'

/** `unknown` when every document that did not come out may have. */
export function stateOf(progress: PrintProgress): ResultState {
  if (progress.phase === 'DONE') return 'printed'
  if (progress.phase !== 'ERROR') return 'printing'
  return failedOf(progress).every(({ uncertain }) => uncertain) ? 'unknown' : 'not_printed'
}

/** 'Printed: 2nd Class to Marguerite Llewellyn, £3.95'. */
export const resultText = (shipment: Shipment, progress: PrintProgress, t: TFunction, language: string): string =>
  t(`shipping.result.${stateOf(progress)}`, { what: whatText(shipment, t, language) })

/** '2nd Class to Marguerite Llewellyn, £3.95'. */
function whatText({ service, to, amount }: Shipment, t: TFunction, language: string): string {
  const name = personOrCompany(to)
  return t(name ? 'shipping.result.what' : 'shipping.result.what_unnamed', {
    service: t(`service.${service}`),
    name,
    amount: formatPence(toPence(amount), language),
  })
}
