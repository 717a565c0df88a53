import { toPence } from '@postroom/domain/money'
import i18next from 'i18next'
import HttpBackend from 'i18next-http-backend'
import { initReactI18next } from 'react-i18next'
import { formatPence } from './ui/format-pence.ts'

/** The languages of spec §1. */
export const LANGUAGES = ['en-gb', 'fr-fr'] as const
export type Language = (typeof LANGUAGES)[number]

const SAVED = 'postroom.language'

/** The language for a tag in any case; English for everything else. @see spec §2 */
export const languageOf = (given: string | null): Language =>
  LANGUAGES.find((language) => language === given?.toLowerCase()) ?? 'en-gb'

/** The language at start-up: the one in the URL, which is saved, else the saved one. */
export function startLanguage(search: string, storage: Pick<Storage, 'getItem' | 'setItem'>): Language {
  const asked = new URLSearchParams(search).get('language')
  if (asked === null) return languageOf(storage.getItem(SAVED))
  storage.setItem(SAVED, languageOf(asked))
  return languageOf(asked)
}

/** The tag for Intl, HTML and React Aria: `en-GB`. */
export const localeOf = (language: string): string => (language === 'fr-fr' ? 'fr-FR' : 'en-GB')

/** Loads the texts of a language, or English if that fails. Await it before the first render. @see spec §7 */
export async function startI18n(lng: Language): Promise<void> {
  i18next.on('languageChanged', (language) => (document.documentElement.lang = localeOf(language)))
  await i18next
    .use(HttpBackend)
    .use(initReactI18next)
    .init({
      lng,
      fallbackLng: 'en-gb',
      supportedLngs: [...LANGUAGES],
      lowerCaseLng: true,
      load: 'currentOnly',
      backend: { loadPath: '/assets/languages/{{lng}}.json' },
      // React escapes
      interpolation: { escapeValue: false },
      returnNull: false,
    })
  addPenceFormat(i18next)
}

/** Formats amounts in texts: `{{vat, pence}}`. */
export function addPenceFormat({ services }: typeof i18next): void {
  services.formatter?.add('pence', (value: number, language) => formatPence(toPence(value), language ?? 'en-gb'))
}

/** Changes the language and saves it. */
export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(SAVED, language)
  await i18next.changeLanguage(language)
}

export { i18next }
