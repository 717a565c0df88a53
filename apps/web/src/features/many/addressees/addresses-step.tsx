import { CircleAlert } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { useShortcut } from '../../../shortcuts/use-shortcut.ts'
import { FilteredTable } from '../filtered-table.tsx'
import { addresseeLook } from './addressee-columns.tsx'
import { ColumnsCard } from './columns-card.tsx'
import { CorrectionsCard } from './corrections-card.tsx'
import css from '../many-page.module.css'
import type { ReadRow } from './rows.ts'
import { SourceCard } from './source-card.tsx'
import type { Rows } from './use-rows.ts'

const isRight = ({ problems }: ReadRow) => problems.length === 0

/** Chooses the addressees and corrects those that cannot be sent to. */
export function AddressesStep({ rows, onContinue }: { rows: Rows; onContinue: () => void }) {
  const { t } = useTranslation()
  const wrong = useMemo(() => rows.rows.filter((row) => !isRight(row)), [rows.rows])
  const look = useMemo(() => addresseeLook(t), [t])
  const isReady = rows.ready.length > 0
  useShortcut('go_on', () => {
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
      <FilteredTable
        label={t('many.addressees')}
        look={look}
        rows={rows.rows}
        parts={[
          { value: 'ready', label: t('many.ready'), has: isRight },
          { value: 'wrong', label: t('many.wrong'), icon: CircleAlert, has: (row) => !isRight(row) },
        ]}
      />
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
