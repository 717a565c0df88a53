import type { ReturnedItem } from '@postroom/contract/returned-item'
import { companyOrPerson } from '@postroom/domain/catalogue/addressed-name'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Button } from '../../ui/button.tsx'
import type { Column, TwoLines } from '../../ui/lists/columns.ts'
import { useChangeReturn, useSendAgain } from './return-queries.ts'
import css from './returns.module.css'

export const nameOf = ({ to }: ReturnedItem): string => companyOrPerson(to)

/** The columns of the returned items. Number and note make room in a narrow table. */
export const returnColumns = (t: TFunction, language: string): Column<ReturnedItem>[] => [
  { id: 'created_at', name: t('returns.came_back'), width: 90, cell: (row) => dayOf(row.created_at, language) },
  { id: 'to', name: t('history.to'), width: '1fr', isRowHeader: true, cell: To },
  { id: 'number', name: t('history.number'), width: 140, from: 860, cell: ({ number }) => number },
  { id: 'reason', name: t('returns.reason_head'), width: 170, cell: ({ reason }) => t(`returns.reason.${reason}`) },
  { id: 'notes', name: t('returns.notes'), width: '1fr', from: 960, cell: ({ notes }) => notes },
  { id: 'act', name: t('returns.to_do'), width: 250, align: 'end', cell: (row) => <Acts row={row} /> },
]

/** An item on two lines, for a phone. */
export const returnLines =
  (t: TFunction, language: string) =>
  (row: ReturnedItem): TwoLines => ({
    first: <To {...row} />,
    end: <Acts row={row} />,
    second: [t(`returns.reason.${row.reason}`), dayOf(row.created_at, language), row.number]
      .filter(Boolean)
      .join(' · '),
  })

function To({ to }: Pick<ReturnedItem, 'to'>) {
  return (
    <>
      <b>{companyOrPerson(to)}</b>{' '}
      <span className={css.quiet}>{[to.address1, to.city, to.postal_code].filter(Boolean).join(', ')}</span>
    </>
  )
}

/** An item is sent again or done; one that is done can be opened again. */
function Acts({ row }: { row: ReturnedItem }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const change = useChangeReturn()
  const again = useSendAgain()
  const name = <span className="visually-hidden">{nameOf(row)}</span>
  if (row.state === 'done')
    return (
      <Button variant="link" isPending={change.isPending} onPress={() => change.mutate({ id: row.id, state: 'open' })}>
        {t('returns.reopen')} {name}
      </Button>
    )
  return (
    <span className={css.row}>
      <Button
        variant="link"
        isPending={again.isPending}
        onPress={() => again.mutate(row, { onSuccess: (page) => void navigate(page) })}
      >
        {t('home.send_again')} {name}
      </Button>
      <Button variant="link" isPending={change.isPending} onPress={() => change.mutate({ id: row.id, state: 'done' })}>
        {t('returns.done')} {name}
      </Button>
    </span>
  )
}

const dayOf = (at: string, language: string): string =>
  new Date(at).toLocaleDateString(language, { day: 'numeric', month: 'short' })
