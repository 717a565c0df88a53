import type { MailingPreferences } from '@postroom/contract/organisation-settings'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { SavedAt } from '../../ui/saved-at.tsx'
import { TextField } from '../../ui/text-field.tsx'
import css from './preferences.module.css'
import { useSaveSection, type SectionProps } from './preferences-queries.ts'
import { SectionActs } from './section-acts.tsx'

type Slogan = NonNullable<MailingPreferences['slogans']>[number]
const MOST_SLOGANS = 20
const SLOGAN_CHARS = 60

/** The slogans of the organisation; the default is printed on letters unless another is typed. */
export function SlogansCard(props: SectionProps) {
  const { scope, mailing, own } = props
  const { t } = useTranslation()
  const saving = useSaveSection(props)
  const [slogans, setSlogans] = useState<readonly Slogan[]>(mailing.slogans ?? [])
  const [isChanged, setChanged] = useState(false)
  const [text, setText] = useState('')
  const change = (next: readonly Slogan[]) => {
    setSlogans(next)
    setChanged(true)
  }
  const typed = text.trim()
  const isThere = slogans.some((slogan) => slogan.text === typed)
  const add = () => {
    change([...slogans, { text: typed, is_default: slogans.length === 0 }])
    setText('')
  }
  return (
    <Card title={t('preferences.slogans')} action={<SavedAt at={saving.savedAt} />}>
      {slogans.length === 0 && <p className={css.quiet}>{t('preferences.no_slogans')}</p>}
      <ul className={css.rows}>
        {slogans.map((slogan) => (
          <li key={slogan.text} className={css.row}>
            <span>
              {slogan.text} {slogan.is_default && <Badge>{t('preferences.default')}</Badge>}
            </span>
            <span className={css.acts}>
              {!slogan.is_default && (
                <Button
                  variant="link"
                  aria-label={t('preferences.make_default_of', { text: slogan.text })}
                  onPress={() => change(slogans.map((one) => ({ ...one, is_default: one === slogan })))}
                >
                  {t('preferences.make_default')}
                </Button>
              )}
              <Button
                variant="link"
                aria-label={t('preferences.remove_of', { text: slogan.text })}
                onPress={() => change(slogans.filter((one) => one !== slogan))}
              >
                {t('preferences.remove')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <div className={css.form}>
        <TextField
          name="slogan"
          label={t('preferences.new_slogan')}
          hint={t('preferences.characters_at_most', { count: SLOGAN_CHARS })}
          autoComplete="off"
          maxLength={SLOGAN_CHARS}
          value={text}
          onChange={setText}
          spellCheck
        />
        <div>
          <Button isDisabled={typed === '' || isThere || slogans.length >= MOST_SLOGANS} onPress={add}>
            {t('preferences.add')}
          </Button>
        </div>
        <SectionActs
          scope={scope}
          own={own}
          name="slogans"
          saving={saving}
          button={t('preferences.save_slogans')}
          isChanged={isChanged}
          onSave={() => saving.save.mutate({ slogans: [...slogans] }, { onSuccess: () => setChanged(false) })}
        />
      </div>
    </Card>
  )
}
