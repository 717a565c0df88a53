import type { CostCenter } from '@postroom/contract/shipment-references'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Landmark, Plus } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { DataTable } from '../../ui/lists/data-table.tsx'
import { eachOnce } from '../../ui/lists/list-pages.ts'
import { loadingOf, nextPageOf } from '../../ui/lists/query-state.ts'
import { UndoBar } from '../../ui/lists/undo-bar.tsx'
import { costCenterColumns, costCenterLines } from './cost-center-columns.tsx'
import { CostCenterDialog } from './cost-center-dialog.tsx'
import { costCentersQuery } from './cost-center-queries.ts'
import css from './references.module.css'
import { useCostCenterActs } from './use-cost-center-acts.ts'

const nameOf = ({ name }: CostCenter) => name

/** The cost centres with what is spent and left of their budgets; a row opens the editor, or uses an archived one again. */
export function CostCentersCard({ isLocked }: { isLocked: boolean }) {
  const { t, i18n } = useTranslation()
  const [which, setWhich] = useState<'used' | 'archived'>('used')
  const list = useInfiniteQuery(costCentersQuery(which))
  const acts = useCostCenterActs()
  const [open, setOpen] = useState<CostCenter | 'new'>()
  const table = useRef<HTMLTableElement>(null)
  const columns = useMemo(() => costCenterColumns(t, i18n.language), [t, i18n.language])
  const lines = useMemo(() => costCenterLines(t, i18n.language), [t, i18n.language])
  const rows = list.data && eachOnce(list.data.pages.flatMap(({ data }) => data))
  const close = () => setOpen(undefined)
  const choose = (id: string) => {
    const center = rows?.find((row) => row.id === id)
    if (center && which === 'archived') acts.restore(center)
    else setOpen(center)
  }
  return (
    <>
      <UndoBar {...acts.last} />
      <DataTable<CostCenter>
        ref={table}
        label={t('cost_centers.title')}
        columns={columns}
        rows={rows}
        nameOf={nameOf}
        lines={lines}
        {...(!isLocked && { onOpen: choose })}
        onNearEnd={nextPageOf(list)}
        {...loadingOf(list)}
        above={
          <div className={css.above}>
            <h2>{t('cost_centers.title')}</h2>
            <p className={css.quiet}>{t('cost_centers.counts')}</p>
            <Choice
              label={t('cost_centers.shown')}
              name="cost-centers"
              look="segments"
              value={which}
              onChange={setWhich}
              options={(['used', 'archived'] as const).map((value) => ({
                value,
                label: t(`cost_centers.which.${value}`),
              }))}
            />
            {!isLocked && (
              <Button icon={Plus} onPress={() => setOpen('new')}>
                {t('cost_centers.add')}
              </Button>
            )}
          </div>
        }
        empty={<EmptyState icon={Landmark} title={t(`cost_centers.none.${which}`)} />}
        foot={!isLocked && rows && rows.length > 0 ? t(`cost_centers.how.${which}`) : undefined}
      />
      {open && (
        <CostCenterDialog
          center={open === 'new' ? undefined : open}
          onSaved={(saved) => {
            acts.wasSaved(saved, open === 'new' ? undefined : open)
            close()
          }}
          onArchive={() => {
            if (open !== 'new') acts.archive(open)
            close()
          }}
          onClose={close}
        />
      )}
    </>
  )
}
