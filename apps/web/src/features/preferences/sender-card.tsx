import { personOrCompany } from '@postroom/domain/catalogue/addressed-name'
import { priceListFor } from '@postroom/domain/tariffs/price-list'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBalance } from '../../accounts/balance-queries.ts'
import { shippersQuery } from '../../item-form/item-form-queries.ts'
import { useToday } from '../../item-form/use-today.ts'
import { Card } from '../../ui/card.tsx'
import { SavedAt } from '../../ui/saved-at.tsx'
import { Select } from '../../ui/select.tsx'
import css from './preferences.module.css'
import { useSaveSection, type SectionProps } from './preferences-queries.ts'
import { SectionActs } from './section-acts.tsx'

const LAST = 'last'

/** The price list that the account pays by, and the sender that every sending page begins with. */
export function SenderCard(props: SectionProps) {
  const { scope, mailing, own } = props
  const { t, i18n } = useTranslation()
  const saving = useSaveSection(props)
  const { account } = useBalance()
  const today = useToday()
  const { data: shippers = [] } = useQuery(shippersQuery())
  const present = mailing.sender?.id ?? LAST
  const [chosen, setChosen] = useState(present)
  const address = shippers.find(({ id }) => id === chosen)?.address
  const list = account && priceListFor(account.pricing, today)
  const day = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long', timeZone: 'UTC' })
  return (
    <Card title={t('preferences.prices_and_sender')} action={<SavedAt at={saving.savedAt} />}>
      <div className={css.form}>
        {account && list && (
          <div>
            <p className={css.name}>
              {t(`preferences.price_list.${account.pricing}`, { day: day.format(new Date(list.effective_from)) })}
            </p>
            <p className={css.quiet}>{t('preferences.pays_by', { account: account.name })}</p>
          </div>
        )}
        <Select
          name="sender"
          label={t('preferences.sender')}
          value={chosen}
          onChange={setChosen}
          options={[
            { value: LAST, label: t('preferences.last_sender') },
            ...shippers.map(({ id, alias }) => ({ value: id, label: alias })),
          ]}
          description={
            address
              ? [personOrCompany(address), address.address1, address.city, address.postal_code]
                  .filter(Boolean)
                  .join(', ')
              : t('preferences.sender_hint')
          }
        />
        <SectionActs
          scope={scope}
          own={own}
          name="sender"
          saving={saving}
          button={t('preferences.save_sender')}
          isChanged={chosen !== present}
          onSave={() => saving.save.mutate({ sender: { id: chosen === LAST ? null : chosen } })}
        />
      </div>
    </Card>
  )
}
