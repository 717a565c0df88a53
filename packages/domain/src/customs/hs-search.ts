import { EVERYDAY_GOODS } from './everyday-goods.ts'

/** A subheading of the Harmonized System: six digits and its description. */
export interface HsSubheading {
  code: string
  description: string
}

/** Finds subheadings by words, the best first. */
export type HsSearch = (words: string, limit: number) => HsSubheading[]

/**
 * Prepares a search for subheadings by words: in any order, their beginnings, singular or plural, with or without accents
 * and hyphens; also by everyday words in English and French (everyday-goods.ts). Digits find codes that begin with them.
 */
export function hsSearch(subheadings: readonly HsSubheading[]): HsSearch {
  const phrases = everydayWords()
  const entries: Entry[] = subheadings.map((subheading) => ({
    subheading,
    own: [subheading.description, subheading.description.replaceAll('-', ' ')].flatMap(wordsIn),
    everyday: phrases.get(subheading.code) ?? [],
  }))
  const byWord = entriesByWord(entries)
  return (typed, limit) => {
    const digits = typed.replaceAll(/[\s.]/g, '')
    if (/^\d{2,}$/.test(digits)) return subheadings.filter(({ code }) => code.startsWith(digits)).slice(0, limit)
    const asked = wordsIn(typed)
    const [first = [], ...others] = asked.map(
      (word) => new Set(byWord.flatMap(([one, having]) => (one.startsWith(word) ? having : []))),
    )
    const candidates = [...first].filter((entry) => others.every((having) => having.has(entry)))
    return candidates
      .map(({ subheading, own, everyday }) => ({ subheading, score: scoreOf(asked, own, everyday) }))
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score || a.subheading.code.localeCompare(b.subheading.code))
      .slice(0, limit)
      .map(({ subheading }) => subheading)
  }
}

interface Entry {
  subheading: HsSubheading
  /** The words of its description. */
  own: readonly string[]
  everyday: readonly Phrase[]
}

/** The entries that have a word, so that a search scores only those that have them all. */
function entriesByWord(entries: readonly Entry[]): [word: string, entries: Entry[]][] {
  const found = new Map<string, Entry[]>()
  for (const entry of entries)
    for (const word of new Set([...entry.own, ...entry.everyday.flatMap(({ words }) => words)])) {
      const having = found.get(word) ?? []
      having.push(entry)
      found.set(word, having)
    }
  return [...found]
}

/** The words of one everyday phrase, and how usual the code is for these goods: 0 for the most usual. */
interface Phrase {
  words: readonly string[]
  place: number
}

function everydayWords(): ReadonlyMap<string, Phrase[]> {
  const found = new Map<string, Phrase[]>()
  for (const { phrases, codes } of EVERYDAY_GOODS)
    for (const [place, code] of codes.entries()) {
      const added = phrases.split(', ').map((phrase) => ({ words: wordsIn(phrase), place }))
      found.set(code, [...(found.get(code) ?? []), ...added])
    }
  return found
}

const WHOLE_PHRASE = 1000
const EVERYDAY_WORD = 20
const WHOLE_WORD = 10
const BEGINNING = 1

/** 0 unless every word is found. A whole everyday phrase comes before its parts, those before words of the description. */
function scoreOf(asked: readonly string[], own: readonly string[], everyday: readonly Phrase[]): number {
  const phrases = everyday.map(({ words, place }) => ({ score: phraseScore(asked, words), place }))
  const best = Math.max(0, ...phrases.map(({ score, place }) => (score > 0 ? score - place : 0)))
  const known = everyday.flatMap(({ words }) => words)
  const each = asked.map((word) => Math.max(matchOf(word, own), matchOf(word, known) && EVERYDAY_WORD))
  const mixed = each.includes(0) ? 0 : each.reduce((sum, score) => sum + score, 0)
  return Math.max(best, mixed)
}

/** Zero unless the phrase has every word; the fewer others it has, the better. */
function phraseScore(asked: readonly string[], phrase: readonly string[]): number {
  const each = asked.map((word) => matchOf(word, phrase))
  if (each.includes(0)) return 0
  return WHOLE_PHRASE / phrase.length + each.reduce((sum, score) => sum + score, 0)
}

function matchOf(word: string, among: readonly string[]): number {
  if (among.includes(word)) return WHOLE_WORD
  return among.some((one) => one.startsWith(word)) ? BEGINNING : 0
}

/** Without accents, apostrophes and plural s. A word with a hyphen is one word: 't-shirt' is 'tshirt'. */
const wordsIn = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}|['’]|(?<=\p{L})-(?=\p{L})/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => (word.length > 3 ? word.replace(/s$/, '') : word))
