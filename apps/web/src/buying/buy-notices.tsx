import type { DocumentVerdict } from '@postroom/contract/device-messages'
import { toPence } from '@postroom/domain/money'
import { useTranslation } from 'react-i18next'
import { AskManager } from '../accounts/ask-manager.tsx'
import { useBalance } from '../accounts/balance-queries.ts'
import type { PrintProgress } from '../printing/print-progress.ts'
import { PrintRefusalNotice } from '../printing/print-refusal-notice.tsx'
import { PrintStatus } from '../printing/print-status.tsx'
import { Button } from '../ui/button.tsx'
import { formatPence } from '../ui/format-pence.ts'
import { Notice } from '../ui/notice.tsx'
import { PrinterDoubts } from './printer-doubts.tsx'
import { PurchasePanel } from './purchase-panel.tsx'
import type { BuyAndPrint } from './use-buy-and-print.ts'
import type { BuyingBlock } from './buying-block.ts'

export interface BuyNoticesProps {
  sending: BuyAndPrint
  test: PrintProgress
  block: BuyingBlock | undefined
  /** Why printers may not be able to print the documents, checked before the last attempt to buy. */
  doubts: readonly DocumentVerdict[]
  /** Pence on hold. */
  held: number
  /** The price in pence that came after Buy was pressed, when it is another than the one shown then. */
  changedTo: number | undefined
}

/** Between price and button: what blocks buying, and the progress of the purchase. Its print is shown by the result. */
export function BuyNotices({ sending, test, block, doubts, held, changedTo }: BuyNoticesProps) {
  const { t, i18n } = useTranslation()
  const { buying, progress } = sending
  return (
    <>
      <PurchasePanel
        buying={buying}
        held={held}
        isPrinting={sending.isPrinting || progress.phase === 'ERROR'}
        onPrint={(shipment) => void sending.print(shipment)}
      />
      <PrintStatus progress={test} isTest />
      {changedTo !== undefined && (
        <Notice tone="warn" isLive>
          {t('shipping.price_changed', { total: formatPence(toPence(changedTo), i18n.language) })}
        </Notice>
      )}
      <PrinterDoubts doubts={doubts} />
      {block && <Blocked block={block} />}
    </>
  )
}

function Blocked({ block }: { block: BuyingBlock }) {
  const { t, i18n } = useTranslation()
  const { account } = useBalance()
  const money = (pence: number) => formatPence(toPence(pence), i18n.language)
  switch (block.code) {
    case 'no_account':
      return <Notice tone="warn">{t('shipping.no_account')}</Notice>
    case 'balance_unknown':
      return (
        <Notice tone="warn" action={<Button onPress={block.retry}>{t('common.try_again')}</Button>}>
          {t('shipping.balance_unknown')}
        </Notice>
      )
    case 'insufficient_funds': {
      const { balance, total, topping_up } = block
      const values = { balance: money(balance), total: money(total), shortfall: money(total - balance) }
      return (
        <Notice tone="warn" action={<AskManager accountId={account?.id} missing={total - balance} />}>
          {t('shipping.short_by', values)}
          {topping_up !== undefined && ` ${t('shipping.topping_up', { amount: money(topping_up) })}`}
        </Notice>
      )
    }
    case 'printing':
      return <PrintRefusalNotice refusal={block.refusal} />
  }
}
