import { CircleAlert, Users } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { DataTable } from '../../../ui/lists/data-table.tsx'
import { FilterChips } from '../../../ui/lists/filter-chips.tsx'
import { useShortcut } from '../../../ui/use-shortcut.ts'
import { addresseeColumns, RowState } from './addressee-columns.tsx'
import { ColumnsCard } from './columns-card.tsx'
import { CorrectionsCard } from './corrections-card.tsx'
import css from '../many-page.module.css'
import { nameOfRow } from './row-name.ts'
import type { ReadRow } from './rows.ts'
import { SourceCard } from './source-card.tsx'
import type { Rows } from './use-rows.ts'

/** Chooses the addressees and corrects those that cannot be sent to. */
export function AddressesStep({ rows, onContinue }: { rows: Rows; onContinue: () => void }) {
  const { t } = useTranslation()
  const wrong = useMemo(() => rows.rows.filter(({ problems }) => problems.length > 0), [rows.rows])
  const isReady = rows.ready.length > 0
  useShortcut('Enter', () => {
    if (isReady) onContinue()
  })
  if (!rows.source) return <SourceCard takeFile={rows.takeFile} takeAddresses={rows.takeAddresses} />
  return (
    <>
      {rows.source.from === 'file' ? (
        <ColumnsCard
          file={rows.source.file}
          mapping={rows.source.mapping}
          onColumn={rows.setColumn}
          onAnother={rows.startAgain}
        />
      ) : (
        <p className={css.from}>
          {t('many.from_tag', { tag: rows.source.tag, count: rows.rows.length })}{' '}
          <Button variant="link" onPress={rows.startAgain}>
            {t('many.another_source')}
          </Button>
        </p>
      )}
      <CorrectionsCard rows={wrong} onCorrect={rows.correct} />
      <AddresseeTable rows={rows.rows} ready={rows.ready} wrong={wrong} />
      <footer className={css.foot}>
        <p>{wrong.length > 0 ? t('many.left_out', { count: wrong.length }) : t('many.all_ready')}</p>
        <Button
          variant="primary"
          isDisabled={!isReady}
          shortcut={t('shipping.shortcut')}
          onPress={onContinue}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the list that chose the addresses is gone
          autoFocus={wrong.length === 0}
        >
          {t('many.go_on', { count: rows.ready.length })}
        </Button>
      </footer>
    </>
  )
}

type Shown = 'all' | 'ready' | 'wrong'

function AddresseeTable({
  rows,
  ready,
  wrong,
}: {
  rows: readonly ReadRow[]
  ready: readonly ReadRow[]
  wrong: readonly ReadRow[]
}) {
  const { t } = useTranslation()
  const [shown, setShown] = useState<Shown>('all')
  const columns = useMemo(() => addresseeColumns(t), [t])
  return (
    <DataTable
      label={t('many.addressees')}
      columns={columns}
      rows={{ all: rows, ready, wrong }[shown]}
      nameOf={(row) => nameOfRow(row, t)}
      lines={(row) => ({ first: <b>{nameOfRow(row, t)}</b>, second: <RowState row={row} /> })}
      empty={
        <EmptyState icon={Users} title={t('many.nobody')}>
          {null}
        </EmptyState>
      }
      above={
        <div className={css.filters}>
          <FilterChips
            label={t('many.filter')}
            value={shown}
            onChange={setShown}
            chips={[
              { value: 'all', label: t('many.all'), count: rows.length },
              { value: 'ready', label: t('many.ready'), count: ready.length },
              { value: 'wrong', label: t('many.wrong'), icon: CircleAlert, count: wrong.length },
            ]}
          />
        </div>
      }
    />
  )
}
