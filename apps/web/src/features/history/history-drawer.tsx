import type { FoundShipment } from '@postroom/contract/shipment-search'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, Repeat2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { shipmentQuery } from '../../item-form/send-again.ts'
import { href } from '../../pages.ts'
import { permissionQuery } from '../../session/module-guard.tsx'
import { useShortcuts } from '../../shortcuts/use-shortcut.ts'
import { Button, IconButton, LinkButton } from '../../ui/button.tsx'
import { Drawer } from '../../ui/lists/drawer.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Spinner } from '../../ui/progress.tsx'
import { DeclaredPart } from './declared-part.tsx'
import { serviceName, State } from './history-columns.tsx'
import { nameOf } from './history-queries.ts'
import css from './history.module.css'
import { ManualPart } from './manual-part.tsx'
import { PapersPart } from './papers-part.tsx'
import { PricePart } from './price-part.tsx'
import { PrintsPart } from './prints-part.tsx'
import { RefundPart } from './refund-part.tsx'
import { ReturnPart } from './return-part.tsx'
import { SaveEvidence } from './save-evidence.tsx'
import { TakeBackPart } from './take-back-part.tsx'
import { TrackingPart } from './tracking-part.tsx'

interface HistoryDrawerProps {
  id: string
  /** As the list has it; absent for a link to a shipment that the list has not loaded. */
  row: FoundShipment | undefined
  /** Names of colleagues by id. */
  names: ReadonlyMap<string, string>
  /** Opens the row before, and the next one, where there is one. */
  onBefore: (() => void) | undefined
  onNext: (() => void) | undefined
  onClose: () => void
}

/** A dialog that closes gives the focus back to what opened it. @see spec §9 */
const DIALOG_CLOSES_MS = 300

/** One shipment beside the list. It stays in place from row to row, so that its buttons keep the focus. */
export function HistoryDrawer({ id, row, names, onBefore, onNext, onClose }: HistoryDrawerProps) {
  const { t } = useTranslation()
  const isManual = row?.transaction_type === 'manual'
  const { data, isError, refetch } = useQuery({ ...shipmentQuery(id), enabled: !isManual })
  const shipment = data ?? row
  useShortcuts({ drawer_close: onClose, drawer_before: () => onBefore?.(), drawer_next: () => onNext?.() })
  const { address1 = '', city = '', postal_code = '' } = shipment?.to ?? {}
  const place = [address1, city, postal_code].filter(Boolean).join(', ')
  return (
    <Drawer
      title={(shipment && nameOf(shipment)) || t('home.found', { count: 1 })}
      note={
        shipment && (
          <>
            {place} {place !== '' && <br />}
            <State row={shipment} t={t} /> {serviceName(shipment, t)}{' '}
            {shipment.transaction_type === 'postage' && shipment.meta_data.tracking}
          </>
        )
      }
      action={
        <>
          <Move icon={ChevronUp} label={t('history.before')} act={onBefore} />
          <Move icon={ChevronDown} label={t('history.next')} act={onNext} />
        </>
      }
      foot={
        !isManual && (
          <>
            <LinkButton icon={Repeat2} href={href('shipping', { again: id })}>
              {t('home.send_again')}
            </LinkButton>
            {shipment?.transaction_type === 'postage' && shipment.status === 'bought' && (
              <SaveEvidence shipment={shipment} />
            )}
          </>
        )
      }
      onClose={onClose}
    >
      {shipment ? (
        <Parts key={id} shipment={shipment} names={names} />
      ) : isError ? (
        <Notice tone="warn" isLive action={<Button onPress={() => void refetch()}>{t('common.try_again')}</Button>}>
          {t('common.could_not_load')}
        </Notice>
      ) : (
        <Spinner label={t('common.loading')} />
      )}
    </Drawer>
  )
}

function Parts({ shipment, names }: { shipment: FoundShipment; names: ReadonlyMap<string, string> }) {
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // a row that was opened keeps the focus; a link from elsewhere, such as the search, leads to the shipment
    const timer = setTimeout(() => {
      const listAndDrawer = content.current?.closest('aside')?.parentElement
      if (!listAndDrawer?.contains(document.activeElement)) content.current?.focus()
    }, DIALOG_CLOSES_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div ref={content} tabIndex={-1} className={css.parts}>
      {shipment.transaction_type === 'manual' ? (
        <ManualPart row={shipment} />
      ) : (
        <>
          <RefundPart shipment={shipment} />
          <PapersPart shipment={shipment} />
          <ReturnPart shipment={shipment} />
          <PricePart shipment={shipment} />
          <TrackingPart shipment={shipment} />
          <PrintsPart shipment={shipment} />
          <DeclaredPart shipment={shipment} by={names.get(shipment.bought_by)} />
          <TakeBackPart shipment={shipment} />
          <AuditLink id={shipment.id} />
        </>
      )}
    </div>
  )
}

/** For managers: who did what with the shipment. */
function AuditLink({ id }: { id: string }) {
  const { t } = useTranslation()
  const { data } = useQuery(permissionQuery())
  if (!data?.permissions.includes('administration')) return null
  return (
    <p>
      <LinkButton variant="link" href={href('administration', { view: 'audit', about: id })}>
        {t('history.audit')}
      </LinkButton>
    </p>
  )
}

function Move({ icon, label, act }: { icon: typeof ChevronUp; label: string; act: (() => void) | undefined }) {
  return <IconButton icon={icon} label={label} isDisabled={act === undefined} onPress={() => act?.()} />
}
