import { queryOptions } from '@tanstack/react-query'
import { wordsIn } from '@postroom/domain/catalogue/addressee-words'
import { foldedName } from '@postroom/domain/catalogue/country-names'
import type { Language } from '../i18n.ts'
import { TOPIC_NAMES, type HelpTexts, type TopicName } from './topics.ts'

const TEXTS: Readonly<Record<Language, () => Promise<{ TEXTS: HelpTexts }>>> = {
  'en-gb': () => import('./texts/en-gb.ts'),
  'fr-fr': () => import('./texts/fr-fr.ts'),
}

/** The texts of a language, loaded when they are first needed. */
export const helpQuery = (language: Language) =>
  queryOptions({
    queryKey: ['help', language],
    queryFn: async () => (await TEXTS[language]()).TEXTS,
    staleTime: Infinity,
    networkMode: 'always',
    retry: false,
    meta: { isQuiet: true },
  })

/** The topics in whose text each typed word begins a word. Those with all of them in title and note come first. */
export function topicsFound(texts: HelpTexts, typed: string): TopicName[] {
  const named = topicsNamed(texts, typed)
  return [...named, ...TOPIC_NAMES.filter((name) => !named.includes(name) && isIn(wholeText(texts, name), typed))]
}

/** Those of which only the title and the note are searched: few, and meant. */
export const topicsNamed = (texts: HelpTexts, typed: string): TopicName[] =>
  TOPIC_NAMES.filter((name) => isIn(`${texts[name].title} ${texts[name].note}`, typed))

function isIn(text: string, typed: string): boolean {
  const words = text.split(/[^\p{L}\p{N}]+/u).map(foldedName)
  return wordsIn(typed).every((beginning) => words.some((word) => word.startsWith(beginning)))
}

function wholeText(texts: HelpTexts, name: TopicName): string {
  const { title, note, steps, facts } = texts[name]
  return [title, note, ...steps, ...facts.flatMap((fact) => [fact.title, fact.text])].join(' ')
}
