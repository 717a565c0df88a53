import type { Shipment } from '@postroom/contract/shipment'
import { toPence } from '@postroom/domain/money'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { documentsOf } from '../printing/printed-documents.ts'
import { Button } from '../ui/button.tsx'
import { formatPence } from '../ui/format-pence.ts'
import { Notice } from '../ui/notice.tsx'
import { Progress } from '../ui/progress.tsx'
import type { Refusal } from './purchase-step.ts'
import type { BuyPostage } from './use-buy-postage.ts'

/** The state of the purchase, until it is bought: then `ResultCard` shows it. */
export function PurchasePanel(props: {
  buying: BuyPostage
  /** Pence on hold, as the balance shows it. */
  held: number
  isPrinting: boolean
  onPrint: (shipment: Shipment) => void
}) {
  const { buying, held, isPrinting, onPrint } = props
  const { purchase, checkAgain, dismiss, forget } = buying
  const { t, i18n } = useTranslation()
  const money = (pence: number) => formatPence(toPence(pence), i18n.language)
  switch (purchase.phase) {
    case 'idle':
      return null
    case 'buying':
      return <p aria-live="polite">{t('shipping.buying')}</p>
    case 'checking':
      return (
        <Notice title={t('shipping.checking')} isLive>
          <Progress label={t('shipping.checking_text')} />
        </Notice>
      )
    case 'nothing_found':
      return (
        <Notice isLive action={<Button onPress={forget}>{t('shipping.dismiss')}</Button>}>
          {t('shipping.check_nothing')}
        </Notice>
      )
    case 'confirming':
      return (
        <Notice
          tone="warn"
          title={t('shipping.confirming_title')}
          isLive
          action={<Button onPress={() => void checkAgain()}>{t('shipping.ask_again')}</Button>}
        >
          {held > 0 ? t('shipping.confirming', { held: money(held) }) : t('shipping.check_failed')}
        </Notice>
      )
    case 'refused':
      return (
        <Notice
          tone="error"
          title={t('shipping.refused')}
          isLive
          action={<Button onPress={dismiss}>{t('shipping.dismiss')}</Button>}
        >
          {refusalText(purchase.refusal, t, money)}
        </Notice>
      )
    case 'bought': {
      const { shipment, resumed } = purchase
      const values = { service: t(`service.${shipment.service}`), amount: money(shipment.charges.total_charge) }
      if (!resumed || isPrinting) return null
      return (
        <Notice
          tone="good"
          title={t('shipping.found')}
          isLive
          action={
            <>
              <Button onPress={() => onPrint(shipment)}>
                {t(documentsOf(shipment).length > 1 ? 'printing.print_all' : 'shipping.print_label')}
              </Button>
              <Button variant="link" onPress={forget}>
                {t('shipping.dismiss')}
              </Button>
            </>
          }
        >
          {t('shipping.found_text', values)}
        </Notice>
      )
    }
  }
}

/** A changed price and a budget are shown with their amounts; every other refusal with the text of its code. */
function refusalText({ code, description, details }: Refusal, t: TFunction, money: (pence: number) => string): string {
  const total = details?.['total_charge']
  if (code === 'price_changed' && typeof total === 'number') return t('shipping.price_changed', { total: money(total) })
  const left = details?.['left']
  if (code === 'budget_exceeded' && typeof total === 'number' && typeof left === 'number')
    return t('shipping.budget_exceeded', { center: details?.['cost_center'], left: money(left), total: money(total) })
  return t(`backendError.${code}`, { defaultValue: description })
}
