import type { DeliveryMails } from '@postroom/contract/organisation-settings'
import { DELIVERY_EVENTS } from '@postroom/domain/post/delivery-event'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { SavedAt } from '../../ui/saved-at.tsx'
import css from './preferences.module.css'
import { useSaveDeliveryMails } from './preferences-queries.ts'

const RECIPIENTS = ['addressee', 'sender'] as const

/** What addressees and buyers are notified of by mail while a shipment is on its way; for the whole organisation. */
export function DeliveryMailsCard({ saved }: { saved: DeliveryMails }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState(saved)
  const [isChanged, setChanged] = useState(false)
  const { save, savedAt } = useSaveDeliveryMails()
  const change = (recipient: (typeof RECIPIENTS)[number], event: (typeof DELIVERY_EVENTS)[number], isOn: boolean) => {
    const events = DELIVERY_EVENTS.filter((each) => (each === event ? isOn : chosen[recipient].includes(each)))
    setChosen({ ...chosen, [recipient]: events })
    setChanged(true)
  }
  return (
    <Card
      title={t('preferences.delivery_mails')}
      note={t('preferences.delivery_mails_note')}
      action={<SavedAt at={savedAt} />}
    >
      <div className={css.form}>
        {RECIPIENTS.map((recipient) => (
          <fieldset key={recipient} className={css.mails}>
            <legend>{t(`preferences.mail_to.${recipient}`)}</legend>
            {DELIVERY_EVENTS.map((event) => (
              <Checkbox
                key={event}
                name={`${recipient}_${event}`}
                label={t(`preferences.mail_when.${event}`)}
                isSelected={chosen[recipient].includes(event)}
                onChange={(isOn) => change(recipient, event, isOn)}
              />
            ))}
          </fieldset>
        ))}
        <p className={css.quiet}>{t('preferences.mails_from_now')}</p>
        <div className={css.acts}>
          <Button
            variant={isChanged ? 'primary' : 'secondary'}
            isPending={save.isPending}
            onPress={() => save.mutate(chosen, { onSuccess: () => setChanged(false) })}
          >
            {t('preferences.save_mails')}
          </Button>
        </div>
      </div>
    </Card>
  )
}
