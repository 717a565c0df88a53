import type { UnprintedShipment as Row } from '@postroom/contract/attention'
import { confirmPrint } from '@postroom/contract/shipment-print'
import { toPence } from '@postroom/domain/money'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import { failureText } from '../printing/failure-text.ts'
import { PrintStatus } from '../printing/print-status.tsx'
import { printerOf, PRINTED_DOCUMENTS } from '../printing/printed-documents.ts'
import { usePrint } from '../printing/use-print.ts'
import { Button } from '../ui/button.tsx'
import { formatPence } from '../ui/format-pence.ts'
import css from './unprinted.module.css'

/** One shipment that is bought and not printed, or perhaps not, with the acts that settle it. */
export function UnprintedShipment(props: {
  row: Row
  /** Keeps the row in its list until it is settled. */
  hold: (row: Row) => void
  /** It is out; the text says so. */
  onSettled: (id: string, text: string) => void
  /** The print is the primary act of the page. */
  isPrimary?: boolean
  /** Only what to do first is said: why it failed, where to look. */
  isBrief?: boolean
}) {
  const { row, hold, onSettled, isPrimary = false, isBrief = false } = props
  const { t, i18n } = useTranslation()
  const queryClient = useQueryClient()
  const { progress, printRest, cameOut } = usePrint()
  const name = t('attention.shipment', { service: t(`service.${row.service}`), name: row.name })
  const confirm = useMutation({
    mutationFn: () => call(confirmPrint, { params: { id: row.id } }),
    onSuccess: settled,
  })

  function settled(): void {
    onSettled(row.id, t('attention.settled', { what: name }))
    for (const noun of ['attention', 'shipments']) void queryClient.invalidateQueries({ queryKey: [noun] })
  }

  async function print(): Promise<void> {
    hold(row)
    const { phase } = await printRest(row)
    if (phase === 'DONE') settled()
  }

  const isUnknown = row.print_state === 'unknown'
  const isIdle = progress.phase === 'IDLE'
  const doubt = isUnknown ? t('attention.look_first') : reasonOf(row, i18n)
  return (
    <div className={css.shipment}>
      <p className={css.text}>
        <span>{t('attention.priced', { what: name, price: formatPence(toPence(row.amount), i18n.language) })}</span>{' '}
        <span className={css.facts}>{[!isBrief && row.tracking, doubt].filter(Boolean).join(' · ')}</span>
      </p>
      {isIdle ? (
        <div className={css.acts}>
          <Button
            variant={isPrimary && !isUnknown ? 'primary' : 'secondary'}
            icon={Printer}
            onPress={() => void print()}
            aria-label={t(isUnknown ? 'attention.again_of' : 'attention.print_of', { what: name })}
          >
            {t(isUnknown ? 'printing.again' : 'attention.print_now')}
          </Button>
          <Button
            variant={isUnknown ? 'secondary' : 'link'}
            isPending={confirm.isPending}
            onPress={() => confirm.mutate()}
            aria-label={t(isUnknown ? 'attention.came_out_of' : 'attention.mark_of', { what: name })}
          >
            {t(isUnknown ? 'attention.came_out' : 'attention.mark')}
          </Button>
        </div>
      ) : (
        <PrintStatus
          progress={progress}
          onAgain={() => void print()}
          onCameOut={(document) => void (cameOut(document) && settled())}
        />
      )}
    </div>
  )
}

/** Why the first document that is not out is not printed, if its device manager said. */
function reasonOf({ prints, packaging }: Row, language: ReturnType<typeof useTranslation>['i18n']): string {
  const failed = prints.find(({ state, error_code }) => state !== 'printed' && error_code !== undefined)
  const document = PRINTED_DOCUMENTS.find((known) => known === failed?.document)
  if (!failed?.error_code || !document) return ''
  const kind = printerOf(document, { parcels: [{ packaging }] })
  return failureText({ code: failed.error_code, description: '' }, kind, language)
}
