import { toPence } from '@postroom/domain/money'
import { useTranslation } from 'react-i18next'
import { PrintRefusalNotice } from '../printing/print-refusal-notice.tsx'
import { PrintStatus } from '../printing/print-status.tsx'
import { Button } from '../ui/button.tsx'
import { formatPence } from '../ui/format-pence.ts'
import { Notice } from '../ui/notice.tsx'
import { PaperDoubts } from './paper-doubts.tsx'
import { PurchasePanel } from './purchase-panel.tsx'
import type { Send } from '../features/shipping/use-send.ts'

/** Between the price and the button: what stands in the way of buying, and how the purchase and its print are getting on. */
export function BuyNotices({ send }: { send: Send }) {
  const { t } = useTranslation()
  const { buying, progress, printed, test } = send
  const bought = buying.purchase.phase === 'bought' ? buying.purchase.shipment : undefined
  const last = bought ?? printed
  return (
    <>
      <PurchasePanel
        buying={buying}
        held={send.held}
        isPrinting={send.isPrinting || progress.phase === 'ERROR'}
        onPrint={(shipment) => void send.print(shipment)}
      />
      <PrintStatus
        progress={progress}
        {...(last && {
          onAgain: () => void send.printAgain(last),
          onCameOut: (paper) => send.cameOut(last, paper),
        })}
      />
      {bought && progress.phase === 'ERROR' && (
        <Button variant="link" onPress={() => send.finish(bought)}>
          {t('shipping.new_shipment')}
        </Button>
      )}
      {printed && progress.phase === 'DONE' && (
        <Button onPress={() => void send.printAgain(printed)}>{t('printing.again')}</Button>
      )}
      <PrintStatus progress={test.progress} isTest />
      <PaperDoubts doubts={send.doubts} />
      {send.block && <Blocked block={send.block} />}
    </>
  )
}

function Blocked({ block }: { block: NonNullable<Send['block']> }) {
  const { t, i18n } = useTranslation()
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
      const { balance, total } = block
      const words = { balance: money(balance), total: money(total), shortfall: money(total - balance) }
      return <Notice tone="warn">{t('shipping.short_by', words)}</Notice>
    }
    case 'printing':
      return <PrintRefusalNotice refusal={block.refusal} />
  }
}
