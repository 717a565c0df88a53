import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDevices } from '../../device/device-context.tsx'
import { hubsQuery } from '../../device/device-queries.ts'
import { chooseLanguage, LANGUAGES, languageOf } from '../../i18n.ts'
import { href } from '../../pages.ts'
import { THEME_ICONS } from '../../shell/theme-icons.ts'
import { chooseTheme, THEMES, useTheme } from '../../shell/theme.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Choice } from '../../ui/choice.tsx'
import { FieldGrid } from '../../ui/field-grid.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SavedAt } from '../../ui/saved-at.tsx'
import { Select } from '../../ui/select.tsx'
import css from './profile.module.css'

/** Language, workstation and appearance in this browser; a choice is saved at once. */
export function ScreenCard() {
  const { t, i18n } = useTranslation()
  const [savedAt, setSavedAt] = useState<Date>()
  const theme = useTheme()
  const { main, choose } = useDevices()
  const hubs = useQuery(hubsQuery()).data?.data ?? []
  const saved = () => setSavedAt(new Date())
  return (
    <Card title={t('profile.screen')} note={t('profile.screen_note')} action={<SavedAt at={savedAt} />}>
      <div className={css.form}>
        <FieldGrid>
          <Select
            name="language"
            label={t('shell.language')}
            value={languageOf(i18n.language)}
            onChange={(language) => void chooseLanguage(language).then(saved)}
            options={LANGUAGES.map((language) => ({ value: language, label: t(`shell.${language}`) }))}
          />
          {hubs.length > 0 ? (
            <Select
              name="workstation"
              label={t('device.print_at')}
              value={main.hub?.id ?? null}
              onChange={(id) => {
                choose('main', id)
                saved()
              }}
              options={hubs.map(({ id, alias }) => ({ value: id, label: alias }))}
            />
          ) : (
            <div>
              <p className={css.label}>{t('device.print_at')}</p>
              <LinkButton variant="link" href={href('printers')}>
                {t('device.pair')}
              </LinkButton>
            </div>
          )}
        </FieldGrid>
        <div>
          <p className={css.label} aria-hidden="true">
            {t('shell.theme')}
          </p>
          <Choice
            name="theme"
            label={t('shell.theme')}
            look="segments"
            value={theme}
            onChange={(choice) => {
              chooseTheme(choice)
              saved()
            }}
            options={THEMES.map((choice) => ({
              value: choice,
              label: t(`shell.theme_${choice}`),
              picture: <Icon of={THEME_ICONS[choice]} size="small" />,
            }))}
          />
        </div>
      </div>
    </Card>
  )
}
