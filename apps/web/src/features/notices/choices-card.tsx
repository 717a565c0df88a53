import type { NoticeChoice, NoticeChoiceChange } from '@postroom/contract/notice'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Progress } from '../../ui/progress.tsx'
import { choicesQuery, useSaveChoice } from './notice-queries.ts'
import css from './notices.module.css'

/** What the user is notified of, here and by mail. A box saves at once. */
export function ChoicesCard() {
  const { t } = useTranslation()
  const { email } = useUser()
  const { data, isError, refetch } = useQuery(choicesQuery())
  const { mutate } = useSaveChoice()
  return (
    <Card title={t('notices.choices')} isFlush>
      <p className={css.about}>{t('notices.mail_to', { email })}</p>
      {isError && (
        <Notice tone="error" action={<Button onPress={() => void refetch()}>{t('common.try_again')}</Button>}>
          {t('common.could_not_load')}
        </Notice>
      )}
      {!data && !isError && <Progress label={t('common.loading')} />}
      {data && (
        <div className={css.choices}>
          {data.data.map((choice) => (
            <Choice key={choice.event} choice={choice} onChange={mutate} />
          ))}
        </div>
      )}
      <p className={css.about}>{t('notices.always')}</p>
    </Card>
  )
}

function Choice({ choice, onChange }: { choice: NoticeChoice; onChange: (change: NoticeChoiceChange) => void }) {
  const { t } = useTranslation()
  const { event, here, by_mail } = choice
  return (
    <fieldset className={css.choice}>
      <legend>{t(`notices.event.${event}`)}</legend>
      <Checkbox
        name={`${event}-here`}
        label={t('notices.here')}
        isSelected={here}
        onChange={(isOn) => onChange({ event, here: isOn })}
      />
      <Checkbox
        name={`${event}-mail`}
        label={t('notices.by_mail')}
        isSelected={by_mail}
        onChange={(isOn) => onChange({ event, by_mail: isOn })}
      />
    </fieldset>
  )
}
