import type { Shipment } from '@postroom/contract/shipment'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import type { QueueItem, QueueRow } from '../rows/queue-row.ts'

export interface RowActs {
  print: (item: QueueItem, shipment: Shipment) => void
  printAgain: (item: QueueItem, shipment: Shipment) => void
  checkAgain: (code: string) => void
}

/** The one act of a row in trouble. */
export function RowAct({ row, acts }: { row: QueueRow; acts: RowActs }) {
  const { t } = useTranslation()
  const { work, code } = row
  const name = {
    'aria-label': t('mailroom.act_for', { act: t(`mailroom.act.${row.state}`, { defaultValue: '' }), code }),
  }
  const text = t(`mailroom.act.${row.state}`, { defaultValue: '' })
  if (work?.step === 'not_printed') {
    const print = work.uncertain ? acts.printAgain : acts.print
    return (
      <Button variant="link" {...name} onPress={() => print(row, work.shipment)}>
        {text}
      </Button>
    )
  }
  if (work?.step === 'unknown')
    return (
      <Button variant="link" {...name} onPress={() => acts.checkAgain(code)}>
        {text}
      </Button>
    )
  return null
}
