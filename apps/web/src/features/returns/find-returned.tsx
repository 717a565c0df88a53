import type { FoundShipment } from '@postroom/contract/shipment-search'
import { companyOrPerson } from '@postroom/domain/catalogue/addressed-name'
import { useQuery } from '@tanstack/react-query'
import { ScanBarcode } from 'lucide-react'
import { useEffect, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { useDebounced } from '../../api/use-debounced.ts'
import { href } from '../../pages.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { candidatesQuery } from './return-queries.ts'
import css from './returns.module.css'

interface FindReturnedProps {
  ref: Ref<HTMLInputElement>
  typed: string
  onType: (text: string) => void
  shipment: FoundShipment | undefined
  onFound: (shipment: FoundShipment) => void
}

const DEBOUNCE_MS = 150

/** Finds the shipment of the item in the hand. The only one found is chosen by itself. */
export function FindReturned({ ref, typed, onType, shipment, onFound }: FindReturnedProps) {
  const { t } = useTranslation()
  const text = useDebounced(typed.trim(), DEBOUNCE_MS)
  const { data, isError, isFetching, refetch } = useQuery(candidatesQuery(text))
  const isSettled = text === typed.trim() && !isFetching
  const found = isSettled && text !== '' ? data : undefined
  const only = found?.total === 1 ? found.data[0] : undefined
  useEffect(() => {
    if (only && !shipment) onFound(only)
  }, [only, shipment, onFound])
  return (
    <>
      <TextField
        ref={ref}
        name="returned"
        label={t('returns.find')}
        value={typed}
        onChange={onType}
        maxLength={100}
        autoComplete="off"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the scanner types here when the page opens
        autoFocus
        suffix={<Icon of={ScanBarcode} size="small" />}
      />
      {isError && (
        <Notice tone="warn" isLive action={<Button onPress={() => void refetch()}>{t('common.try_again')}</Button>}>
          {t('common.could_not_load')}
        </Notice>
      )}
      <output className={css.quiet}>
        {shipment
          ? t('returns.found', { count: 1 })
          : found &&
            (found.total_is_minimum
              ? t('returns.more_than', { total: found.total })
              : t('returns.found', { count: found.total }))}
      </output>
      {shipment && <FoundItem shipment={shipment} />}
      {!shipment && found && found.total > 1 && (
        <ul className={css.candidates}>
          {found.data.map((row) => (
            <li key={row.id}>
              <FoundItem shipment={row} />
              <Button onPress={() => onFound(row)}>
                {t('returns.choose_it')} <span className="visually-hidden">{nameOf(row)}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const nameOf = ({ to }: FoundShipment): string => companyOrPerson(to)

function FoundItem({ shipment }: { shipment: FoundShipment }) {
  const { t } = useTranslation()
  const { address1, city, postal_code } = shipment.to
  const number = shipment.transaction_type === 'manual' ? shipment.number : shipment.item_numbers.join(', ')
  return (
    <div className={css.item}>
      <p>
        <b>{nameOf(shipment)}</b>
      </p>
      <p>{[address1, city, postal_code].filter(Boolean).join(', ')}</p>
      <p className={css.quiet}>{[number, ...shipment.references].filter(Boolean).join(' · ')}</p>
      <LinkButton variant="link" href={href('history', { shipment: shipment.id })}>
        {t('returns.open')} <span className="visually-hidden">{nameOf(shipment)}</span>
      </LinkButton>
    </div>
  )
}
