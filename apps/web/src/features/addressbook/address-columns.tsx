import type { ListedAddress } from '@postroom/contract/address-book'
import { companyOrPerson } from '@postroom/domain/catalogue/addressed-name'
import type { TFunction } from 'i18next'
import { Badge } from '../../ui/badge.tsx'
import type { Column, TwoLines } from '../../ui/lists/columns.ts'
import { StateWord } from '../../ui/lists/state-word.tsx'
import css from './addressbook.module.css'
import { LOOK_OF_STATE, stateOf } from './address-state.ts'

/** The columns of the address book. Tags, last sent and count make room for the drawer. */
export const addressColumns = (t: TFunction, language: string): Column<ListedAddress>[] => [
  { id: 'known_as', name: t('addressbook.name'), width: '3fr', isRowHeader: true, isSortable: true, cell: nameCell },
  { id: 'city', name: t('addressbook.town'), width: '2fr', isSortable: true, cell: (row) => placeOf(row, language) },
  { id: 'postal_code', name: t('shipping.address.postal_code'), width: 104, isSortable: true, cell: postalCodeOf },
  { id: 'state', name: t('addressbook.state'), width: 140, cell: (row) => <State address={row} t={t} /> },
  { id: 'tags', name: t('addressbook.tags'), width: '2fr', from: 860, cell: tagsCell },
  {
    id: 'last_sent',
    name: t('addressbook.last_sent'),
    width: 116,
    from: 860,
    cell: ({ last_sent_at }) => dayOf(last_sent_at, language),
  },
  {
    id: 'sent',
    name: t('addressbook.sent'),
    width: 80,
    align: 'end',
    from: 860,
    cell: ({ sent }) => sent.toLocaleString(language),
  },
]

/** An address on two lines, for a phone. */
export const twoLines =
  (t: TFunction, language: string) =>
  (row: ListedAddress): TwoLines => ({
    first: nameCell(row),
    end: <State address={row} t={t} />,
    second: [placeOf(row, language), row.postal_code].filter(Boolean).join(' · '),
  })

function State({ address, t }: { address: ListedAddress; t: TFunction }) {
  const state = stateOf(address)
  return <StateWord {...LOOK_OF_STATE[state]}>{t(`addressbook.states.${state}`)}</StateWord>
}

const nameCell = (row: ListedAddress) => (
  <>
    <b>{companyOrPerson(row)}</b>
    {row.company_name !== '' && row.name !== '' && <span className={css.quiet}> {row.name}</span>}
  </>
)

const postalCodeOf = ({ postal_code }: ListedAddress) => postal_code

const tagsCell = ({ tags }: ListedAddress) => (
  <span className={css.tags}>
    {tags.map((tag) => (
      <Badge key={tag}>{tag}</Badge>
    ))}
  </span>
)

function placeOf({ city, country }: ListedAddress, language: string): string {
  if (country === 'GB') return city
  return `${city}, ${new Intl.DisplayNames(language, { type: 'region' }).of(country) ?? country}`
}

export const dayOf = (instant: string | null, language: string): string =>
  instant === null
    ? ''
    : new Date(instant).toLocaleDateString(language, { day: 'numeric', month: 'short', year: 'numeric' })
