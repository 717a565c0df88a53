import { ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { chooseLanguage, LANGUAGES, languageOf } from '../../i18n.ts'
import { Icon } from '../../ui/icon.tsx'
import css from './language-choice.module.css'

/** Chooses the language, each listed by its own name. The browser's own list, because a menu is much code for one page. */
export function LanguageChoice() {
  const { t, i18n } = useTranslation()
  return (
    <span className={css.place}>
      <select
        className={css.choice}
        aria-label={t('shell.language')}
        value={languageOf(i18n.language)}
        onChange={({ target }) => void chooseLanguage(languageOf(target.value))}
      >
        {LANGUAGES.map((language) => (
          <option key={language} value={language}>
            {t(`shell.${language}`)}
          </option>
        ))}
      </select>
      <Icon of={ChevronDown} size="small" />
    </span>
  )
}
