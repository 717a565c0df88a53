import { useTranslation } from 'react-i18next'
import { chooseLanguage, LANGUAGES, languageOf } from '../i18n.ts'
import { Button } from '../ui/button.tsx'
import { Menu } from '../ui/menu.tsx'

/** Chooses the language. Each is listed by its own name. */
export function LanguageSwitch() {
  const { t, i18n } = useTranslation()
  const language = languageOf(i18n.language)
  return (
    <Menu
      label={t('shell.language')}
      trigger={
        <Button
          variant="quiet"
          aria-label={t('common.about', { what: t('shell.language'), text: t(`shell.${language}`) })}
        >
          {t(`shell.${language}`)}
        </Button>
      }
      acts={LANGUAGES.map((choice) => ({
        id: choice,
        label: t(`shell.${choice}`),
        onAction: () => void chooseLanguage(choice),
      }))}
    />
  )
}
