import type { TFunction } from 'i18next'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { href } from '../../pages.ts'
import { useLeaveWarning } from '../../printing/use-leave-warning.ts'
import { useShowsShipment } from '../../printing/shown-shipments.ts'
import { ratingFailureText } from '../../rating/rating-failure.ts'
import { useFieldKeys, useShortcuts } from '../../shortcuts/use-shortcut.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { ActiveAloud } from './table/active-aloud.tsx'
import { ActiveCells, SERVICE_ID, WEIGHT_ID } from './table/active-cells.tsx'
import { BatchBar } from './batch-bar.tsx'
import { BatchDialog } from './batch-dialog.tsx'
import { KeptList } from './kept-list.tsx'
import { EndOfDay } from './end-of-day/end-of-day-card.tsx'
import { KeyHints } from './key-hints.tsx'
import css from './mailroom-page.module.css'
import { ProblemDialog } from './problem-dialog.tsx'
import { QueueCells } from './table/queue-cells.tsx'
import { QueueHead, useCostCenters } from './queue-head.tsx'
import { isOpen, type QueueRow } from './rows/queue-row.ts'
import { QueueState } from './queue-state.tsx'
import { QueueTable } from './table/queue-table.tsx'
import { ScanField } from './scan-field.tsx'
import { useDesk } from './use-desk.ts'
import type { Entry } from './use-entry.ts'
import { useFilter } from './use-filter.ts'
import { useFocusKept } from './use-focus-kept.ts'
import { useRows } from './use-rows.ts'
import { useSelection } from './use-selection.ts'
import { PrinterZone, ScaleZone } from './zones.tsx'
import zones from './zones.module.css'

function focus(id: string): void {
  const field = document.getElementById(id)
  field?.focus()
  // what is typed replaces the weight
  if (field instanceof HTMLInputElement) field.select()
}

/** The queue of the mailroom: scan, weigh, Enter. */
export function Component() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const scan = useRef<HTMLInputElement>(null)
  const { queue, rows = [], orders, batches } = useRows()
  const filter = useFilter(rows)
  const desk = useDesk(rows, filter, orders)
  const selection = useSelection(filter.visible)
  const costcenters = useCostCenters()
  const [reported, setReported] = useState<QueueRow>()
  const [isBatchOpen, setBatchOpen] = useState(false)
  const { active, entry } = desk
  useFocusKept(scan)
  useLeaveWarning([...orders.worked.values()].some(({ work }) => work.step === 'buying'))

  const toScan = () => scan.current?.focus()
  const buy = () => (desk.buy() === 'weight' ? focus(WEIGHT_ID) : toScan())
  const onScanKey = useFieldKeys(
    {
      queue_buy: () => void (filter.text.trim() === '' ? buy() : desk.find()),
      queue_move: (key) => desk.move(key === 0 ? -1 : 1),
      queue_leave: () => (filter.text === '' ? desk.leave : filter.clear)(),
    },
    desk.renew,
  )
  // with Alt, so that nothing a scanner types sets one off
  useShortcuts({
    queue_weight: () => focus(WEIGHT_ID),
    queue_service: () => focus(SERVICE_ID),
    queue_select: () => active && selection.toggle(active.code),
    queue_problem: () => setReported(active),
    queue_buy_selected: () => selection.rows.length > 0 && setBatchOpen(true),
    queue_open: () => void (active && navigate(href('queued', { code: active.code }))),
    service: (row) => {
      const quote = entry.rates?.data[row]
      if (quote) entry.setService(quote.service.code)
    },
  })

  const acts = {
    print: (...of: Parameters<typeof orders.print>) => void orders.print(...of),
    printAgain: (...of: Parameters<typeof orders.printAgain>) => void orders.printAgain(...of),
  }
  return (
    <Page title={t('mailroom.title')} aside={<Aside />}>
      <div className={zones.zones}>
        <ScanField ref={scan} value={filter.text} onChange={desk.type} onKeyDown={onScanKey} message={desk.message} />
        <ScaleZone />
        <PrinterZone />
      </div>
      <ActiveAloud row={active} entry={entry} />
      <KeptList orders={orders.kept} onForget={orders.forget} />
      {[...orders.worked.values()].map(
        ({ item, work }) => 'shipment' in work && <Shows key={item.code} id={work.shipment.id} />,
      )}
      <div className={css.card}>
        <QueueHead
          filter={filter}
          costcenters={costcenters}
          selected={selection.rows.length}
          onBuyAll={() => setBatchOpen(true)}
        />
        <BatchBar batches={batches} worked={orders.worked} />
        <QueueState queue={queue} visible={filter.visible.length} total={rows.length} onClear={filter.clear} />
        {filter.visible.length > 0 && (
          <QueueTable
            rows={filter.visible}
            activeCode={active?.code}
            chooseAll={
              <input
                type="checkbox"
                className={css.box}
                aria-label={t('mailroom.select_all')}
                checked={selection.isAll}
                onChange={selection.toggleAll}
              />
            }
          >
            {(row) =>
              row.code === active?.code ? (
                <ActiveCells
                  row={row}
                  entry={entry}
                  problem={row.why ?? (row.orderTrouble && t(row.orderTrouble)) ?? whyNoPrice(entry, t)}
                  onBuy={buy}
                  onDone={toScan}
                />
              ) : (
                <QueueCells
                  row={row}
                  costcenter={row.costcenter && costcenters?.get(row.costcenter)}
                  isSelected={isOpen(row) && selection.has(row.code)}
                  onSelect={selection.toggle}
                  onChoose={desk.choose}
                  acts={acts}
                />
              )
            }
          </QueueTable>
        )}
        <KeyHints />
      </div>
      <EndOfDay />
      <ProblemDialog
        row={reported}
        onClose={() => setReported(undefined)}
        onReport={(problem) => {
          if (reported?.queued) entry.report(reported.queued, problem)
          setReported(undefined)
        }}
      />
      <BatchDialog
        rows={selection.rows}
        isOpen={isBatchOpen}
        isStarting={batches.start.isPending}
        failure={batches.start.error}
        onClose={() => setBatchOpen(false)}
        onBuy={(wanted) =>
          batches.start.mutate(wanted, {
            onSuccess: () => {
              for (const row of selection.rows) orders.show(row, { step: 'batched' })
              selection.clear()
              setBatchOpen(false)
            },
          })
        }
      />
    </Page>
  )
}

function Aside() {
  const { t } = useTranslation()
  return (
    <div className={css.aside}>
      <p>{t('mailroom.updated')}</p>
      <LinkButton icon={Plus} href={href('desk')}>
        {t('mailroom.add')}
      </LinkButton>
    </div>
  )
}

/** The row shows what became of the shipment, so that the notice of every page leaves it out. */
function Shows({ id }: { id: string }) {
  useShowsShipment(id)
  return null
}

function whyNoPrice({ failure, rates, quote, isPricing }: Entry, t: TFunction): string | undefined {
  if (failure) return ratingFailureText(failure, t)
  return rates && !quote && !isPricing ? t('mailroom.not_offered') : undefined
}
