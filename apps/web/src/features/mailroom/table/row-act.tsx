import type { Shipment } from '@postroom/contract/shipment'
import { useTranslation } from 'react-i18next'
import { href } from '../../../pages.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import type { QueueItem, QueueRow } from '../rows/queue-row.ts'

export interface RowActs {
  print: (item: QueueItem, shipment: Shipment) => void
  printAgain: (item: QueueItem, shipment: Shipment) => void
}

/** The one act of a row in trouble. */
export function RowAct({ row, acts }: { row: QueueRow; acts: RowActs }) {
  const { t } = useTranslation()
  const { work, code, state } = row
  if (state === 'problem' || state === 'refused') return <CorrectIt code={code} />
  if (work?.step === 'not_printed') {
    const { shipment, uncertain } = work
    const print = uncertain ? acts.printAgain : acts.print
    const act = t(uncertain ? 'mailroom.act.print_again' : 'mailroom.act.print')
    return (
      <Button variant="link" aria-label={t('mailroom.act_for', { act, code })} onPress={() => print(row, shipment)}>
        {act}
      </Button>
    )
  }
  return null
}

/** Leads to the page with all the fields of the item. */
export function CorrectIt({ code }: { code: string }) {
  const { t } = useTranslation()
  return (
    <LinkButton variant="link" href={href('queued', { code })}>
      {t('mailroom.act.correct')} <span className="visually-hidden">{code}</span>
    </LinkButton>
  )
}
