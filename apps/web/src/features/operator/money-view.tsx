import type { ListedOrganisation } from '@postroom/contract/organisation-list'
import { toPence } from '@postroom/domain/money'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { Building2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useDebounced } from '../../api/use-debounced.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatPence } from '../../ui/format-pence.ts'
import type { Column, TwoLines } from '../../ui/lists/columns.ts'
import { DataTable } from '../../ui/lists/data-table.tsx'
import { eachOnce } from '../../ui/lists/list-pages.ts'
import { loadingOf, nextPageOf } from '../../ui/lists/query-state.ts'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { BookMoneyDialog } from './book-money-dialog.tsx'
import { DifferencesCard } from './differences-card.tsx'
import { openAttempt, type MoneyAttempt } from './money-attempt.ts'
import { organisationsQuery, useBookMoney } from './operator-queries.ts'
import css from './operator.module.css'
import { WaitingCard } from './waiting-card.tsx'

const DEBOUNCE_MS = 200

/** The organisations of the installation, and the money that has arrived for them. */
export function MoneyView() {
  const { t, i18n } = useTranslation()
  const [search, setSearch] = useSearchParams()
  const [typed, setTyped] = useState(search.get('q') ?? '')
  const text = useDebounced(typed.trim(), DEBOUNCE_MS)
  const list = useInfiniteQuery(organisationsQuery(text))
  const [chosen, setChosen] = useState<ListedOrganisation>()
  const money = useMoney()
  // one attempt after another: the next one would forget the key of the one before
  const onBook = money.unanswered || money.isPending ? undefined : setChosen
  const columns = useMemo(() => organisationColumns(t, i18n.language, onBook), [t, i18n.language, onBook])
  const lines = useMemo(() => organisationLines(t, i18n.language, onBook), [t, i18n.language, onBook])
  const pages = list.data?.pages
  const type = (q: string) => {
    setTyped(q)
    setSearch(q === '' ? {} : { q }, { replace: true })
  }
  return (
    <>
      <div className={css.page}>
        {money.unanswered && <Unanswered attempt={money.unanswered} isPending={money.isPending} onAgain={money.book} />}
        <WaitingCard />
        <DifferencesCard />
        <DataTable<ListedOrganisation>
          label={t('operator.organisations')}
          columns={columns}
          rows={pages && eachOnce(pages.flatMap(({ data }) => data))}
          nameOf={({ name }) => name}
          lines={lines}
          onNearEnd={nextPageOf(list)}
          {...loadingOf(list)}
          above={
            <div className={css.above}>
              <TextField name="organisation" label={t('operator.find')} value={typed} onChange={type} maxLength={100} />
            </div>
          }
          empty={<EmptyState icon={Building2} title={t('operator.none')} />}
          foot={pages?.[0] && t('operator.count', { count: pages[0].total })}
        />
      </div>
      {chosen && (
        <BookMoneyDialog
          organisation={chosen}
          onClose={() => setChosen(undefined)}
          onBook={(attempt) => {
            setChosen(undefined)
            money.book(attempt)
          }}
        />
      )}
    </>
  )
}

/** Books money, and knows what was sent without an answer, also before a reload. */
function useMoney() {
  const { t, i18n } = useTranslation()
  const booking = useBookMoney()
  const [unanswered, setUnanswered] = useState(() => openAttempt(localStorage))
  const book = (attempt: MoneyAttempt) =>
    booking.mutate(attempt, {
      onSuccess: (answer) => {
        const amount = formatPence(toPence(attempt.amount), i18n.language)
        const outcome = 'transfer_id' in answer ? 'booked' : 'waits'
        showToast({ tone: 'good', text: t(`operator.${outcome}`, { amount, name: attempt.organisation }) })
      },
      onSettled: () => setUnanswered(openAttempt(localStorage)),
    })
  return { book, unanswered, isPending: booking.isPending }
}

function Unanswered({
  attempt,
  isPending,
  onAgain,
}: {
  attempt: MoneyAttempt
  isPending: boolean
  onAgain: (attempt: MoneyAttempt) => void
}) {
  const { t, i18n } = useTranslation()
  const amount = formatPence(toPence(attempt.amount), i18n.language)
  return (
    <Notice
      tone="warn"
      isLive
      action={
        <Button isPending={isPending} onPress={() => onAgain(attempt)}>
          {t('operator.ask_again')}
        </Button>
      }
    >
      {t('operator.unanswered', { amount, name: attempt.organisation })}
    </Notice>
  )
}

/** Absent while money is being booked. */
type Choose = ((organisation: ListedOrganisation) => void) | undefined

const organisationColumns = (t: TFunction, language: string, onBook: Choose): Column<ListedOrganisation>[] => [
  { id: 'name', name: t('operator.organisation'), width: '1fr', isRowHeader: true, cell: ({ name }) => <b>{name}</b> },
  { id: 'users', name: t('operator.users'), width: 190, from: 760, cell: (row) => usersOf(row, t) },
  {
    id: 'since',
    name: t('operator.since'),
    width: 130,
    from: 860,
    cell: ({ created_at }) => dayOf(created_at, language),
  },
  { id: 'balance', name: t('operator.ready'), width: 150, align: 'end', cell: (row) => balanceOf(row, language) },
  {
    id: 'act',
    name: t('operator.received'),
    width: 190,
    align: 'end',
    cell: (row) => <BookButton row={row} onBook={onBook} />,
  },
]

const organisationLines =
  (t: TFunction, language: string, onBook: Choose) =>
  (row: ListedOrganisation): TwoLines => ({
    first: <b>{row.name}</b>,
    end: <BookButton row={row} onBook={onBook} />,
    second: [balanceOf(row, language), usersOf(row, t)].join(' · '),
  })

function BookButton({ row, onBook }: { row: ListedOrganisation; onBook: Choose }) {
  const { t } = useTranslation()
  return (
    <Button variant="link" isDisabled={!onBook || row.accounts.length === 0} onPress={() => onBook?.(row)}>
      {t('operator.book')} <span className="visually-hidden">{row.name}</span>
    </Button>
  )
}

const usersOf = ({ users: { full, lite } }: ListedOrganisation, t: TFunction): string =>
  [full > 0 && t('operator.full', { count: full }), lite > 0 && t('operator.lite', { count: lite })]
    .filter(Boolean)
    .join(', ')

const balanceOf = ({ accounts }: ListedOrganisation, language: string): string =>
  accounts.map(({ available }) => formatPence(toPence(available), language)).join(', ') || '–'

const dayOf = (at: string, language: string): string =>
  new Date(at).toLocaleDateString(language, { dateStyle: 'medium' })
