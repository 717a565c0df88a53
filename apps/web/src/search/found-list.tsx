import type { Addressee } from '@postroom/contract/addressee'
import type { Shipment } from '@postroom/contract/shipment'
import { personOrCompany } from '@postroom/domain/catalogue/addressed-name'
import { toPence } from '@postroom/domain/money'
import { History, LifeBuoy, Package, Settings, User, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Header, ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import { MarkedText } from '../addresses/marked-text.tsx'
import { PAGE_ICONS } from '../page-icons.ts'
import { Icon } from '../ui/icon.tsx'
import { Money } from '../ui/money.tsx'
import css from './search.module.css'
import { SETTINGS } from './settings.ts'
import { ALL_SHIPMENTS } from './target.ts'
import type { Found } from './use-search.ts'

interface Row {
  key: string
  icon: LucideIcon
  name: string
  facts: string
  price?: number
}

/** The rows that are found, in groups of a fixed order. */
export function FoundList(props: { found: Found; typed: string; onOpen: (key: string) => void }) {
  const { found, typed, onOpen } = props
  const { t } = useTranslation()
  const pages = found.pages.map((name): Row => ({
    key: `page ${name}`,
    icon: PAGE_ICONS[name],
    name: t(`page.${name}`),
    facts: '',
  }))
  const settings = found.settings.map((name): Row => ({
    key: `setting ${name}`,
    icon: Settings,
    name: t(`search.setting.${name}`),
    facts: t(`page.${SETTINGS[name].page}`),
  }))
  const topics = found.topics.map(({ name, title, note }): Row => ({
    key: `topic ${name}`,
    icon: LifeBuoy,
    name: title,
    facts: note,
  }))
  const { shipments, shipmentsFound, isMore } = found
  const some = { shown: shipments.length, total: shipmentsFound }
  const isCut = shipmentsFound > shipments.length
  const all: Row = {
    key: ALL_SHIPMENTS,
    icon: History,
    name: t(isMore ? 'search.more_shipments' : 'search.all_shipments', some),
    facts: '',
  }
  return (
    <ListBox
      aria-label={t('search.results')}
      selectionMode="none"
      onAction={(key) => onOpen(String(key))}
      className={css.list ?? ''}
      {...(found.isSettled &&
        !found.hasFailed && { renderEmptyState: () => <p className={css.none}>{t('search.nothing')}</p> })}
    >
      {section(t('search.pages'), pages, typed)}
      {section(t('search.settings'), settings, typed)}
      {section(t('search.people'), found.people.map(personRow), typed)}
      {section(
        isCut ? t(isMore ? 'search.some_of_more' : 'search.some_shipments', some) : t('search.shipments'),
        [
          ...shipments.map((shipment) => shipmentRow(shipment, t(`service.${shipment.service}`))),
          ...(isCut ? [all] : []),
        ],
        typed,
      )}
      {section(t('search.help'), topics, typed)}
    </ListBox>
  )
}

const section = (title: string, rows: readonly Row[], typed: string): ReactNode =>
  rows.length > 0 && (
    <ListBoxSection className={css.section ?? ''}>
      <Header className={css.header ?? ''}>{title}</Header>
      {rows.map(({ key, icon, name, facts, price }) => (
        <ListBoxItem key={key} id={key} textValue={name} className={css.row ?? ''}>
          <Icon of={icon} size="small" />
          <span className={css.text}>
            <strong>
              <MarkedText text={name} typed={typed} />
            </strong>{' '}
            <span className={css.facts}>
              <MarkedText text={facts} typed={typed} />
            </span>
          </span>
          {price !== undefined && <Money pence={toPence(price)} />}
        </ListBoxItem>
      ))}
    </ListBoxSection>
  )

const personRow = ({ address }: Addressee, index: number): Row => ({
  key: `person ${index}`,
  icon: User,
  name: personOrCompany(address),
  facts: [address.name && address.company_name, address.address1, address.city, address.postal_code]
    .filter(Boolean)
    .join(', '),
})

const shipmentRow = ({ id, to, meta_data, references, amount }: Shipment, service: string): Row => ({
  key: `shipment ${id}`,
  icon: Package,
  name: personOrCompany(to) || service,
  facts: [service, meta_data.tracking, ...references].filter(Boolean).join(' · '),
  price: amount,
})
