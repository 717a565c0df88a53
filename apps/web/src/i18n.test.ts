import { expect, it } from 'vitest'
import { languageOf, startLanguage } from './i18n.ts'

it.each([
  ['fr-fr', 'fr-fr'],
  ['FR-FR', 'fr-fr'],
  ['En-Gb', 'en-gb'],
  ['fr', 'en-gb'],
  ['de-de', 'en-gb'],
  ['../../app-config', 'en-gb'],
  ['', 'en-gb'],
  [null, 'en-gb'],
])('maps the tag %o to %s', (given, language) => expect(languageOf(given)).toBe(language))

it.each([
  ['?language=FR-FR', null, 'fr-fr', 'fr-fr'],
  ['?language=xx', 'fr-fr', 'en-gb', 'en-gb'],
  ['', 'fr-fr', 'fr-fr', 'fr-fr'],
  ['', null, 'en-gb', null],
])('URL %o with %o saved starts in %s and saves %o', (search, before, language, after) => {
  let saved: string | null = before
  const storage = { getItem: () => saved, setItem: (_key: string, value: string) => void (saved = value) }
  expect(startLanguage(search, storage)).toBe(language)
  expect(saved).toBe(after)
})
