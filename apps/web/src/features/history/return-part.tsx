import type { ReturnLabel } from '@postroom/contract/return-label'
import type { Shipment } from '@postroom/contract/shipment'
import { useQuery } from '@tanstack/react-query'
import { PackageOpen } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { MadeReturn } from './made-return.tsx'
import { Part } from './part.tsx'
import { ReturnDialog } from './return-dialog.tsx'
import { returnLabelsQuery } from './return-queries.ts'

/** The label with which the addressee may send the item back. Nothing where none can be made and none was. */
export function ReturnPart({ shipment }: { shipment: Shipment }) {
  const { t } = useTranslation()
  const isBought = shipment.status === 'bought'
  const { data, isError, refetch } = useQuery({ ...returnLabelsQuery(shipment.id), enabled: isBought })
  const [isOpen, setOpen] = useState(false)
  const canBeMade = data?.can_be_made === true
  if (!isBought || (!isError && !data) || (data && data.data.length === 0 && !canBeMade)) return null
  const [newest] = data?.data ?? []
  return (
    <Part title={t('history.return.title')}>
      {isError && !data && (
        <Notice tone="warn" action={<Button onPress={() => void refetch()}>{t('common.try_again')}</Button>}>
          {t('common.could_not_load')}
        </Notice>
      )}
      {data && !newest && <p>{t('history.return.none')}</p>}
      {newest?.state === 'made' && <MadeReturn shipment={shipment} label={newest} />}
      {newest && newest.state !== 'made' && <Outcome label={newest} canBeMade={canBeMade} />}
      {canBeMade && (
        <p>
          <Button icon={PackageOpen} onPress={() => setOpen(true)}>
            {t(newest ? 'history.return.make_again' : 'history.return.make')}
          </Button>
        </p>
      )}
      {isOpen && <ReturnDialog shipment={shipment} onClose={() => setOpen(false)} />}
    </Part>
  )
}

/** How the newest attempt ended. */
function Outcome({ label: { state, reason }, canBeMade }: { label: ReturnLabel; canBeMade: boolean }) {
  const { t } = useTranslation()
  if (state === 'asked') return <output>{t('history.return.asked')}</output>
  return (
    <Notice tone="warn" isLive>
      {state === 'refused' ? t('history.return.refused', { reason }) : t('history.return.unknown')}
      {!canBeMade && ` ${t('history.return.no_more')}`}
    </Notice>
  )
}
