import { COMMON_PARTS } from './common-passwords.ts'

/** Characters a password must have besides common words. */
const OWN_LETTERS_MIN = 4
const DIFFERENT_CHARACTERS_MIN = 4
/** Shorter words occur inside too many other words. */
const CONTEXT_WORD_MIN = 4

/** Signs that stand for letters in guessed passwords. */
const LOOKALIKES: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/**
 * Whether a password has very few different characters, or is made of common words or words of its owner (`context`:
 * names, e-mail address) with only a few letters, digits and signs around them.
 */
export function isPredictable(password: string, context: readonly string[]): boolean {
  const typed = password.toLowerCase()
  if (new Set(typed).size < DIFFERENT_CHARACTERS_MIN) return true
  const words = knownWords(context)
  const read = Array.from(typed, (character) => LOOKALIKES[character] ?? character).join('')
  return [typed, read].some((form) => isMadeOf(form, words))
}

/** Weakest first. The server rejects an `easy` one. */
export const PASSWORD_STRENGTHS = ['easy', 'fair', 'strong', 'very_strong'] as const
export type PasswordStrength = (typeof PASSWORD_STRENGTHS)[number]

const STRONG_MIN = 12
const VERY_STRONG_MIN = 16
/** An attacker who tries words guesses one as soon as two other characters. */
const WORD_WEIGHT = 2
const DIGIT_WEIGHT = 0.5

/** How hard a password is to guess by its length, in which a common word counts as two characters and a digit as half of one. */
export function passwordStrength(password: string, context: readonly string[]): PasswordStrength {
  if (isPredictable(password, context)) return 'easy'
  const { rest, words } = withoutWords(password.toLowerCase(), knownWords(context))
  const digits = rest.match(/\d/g)?.length ?? 0
  const length = Array.from(rest).length - digits + digits * DIGIT_WEIGHT + words * WORD_WEIGHT
  return length >= VERY_STRONG_MIN ? 'very_strong' : length >= STRONG_MIN ? 'strong' : 'fair'
}

function isMadeOf(password: string, known: readonly string[]): boolean {
  const { rest, words } = withoutWords(password, known)
  return words > 0 && rest.replaceAll(/\P{L}/gu, '').length < OWN_LETTERS_MIN
}

/** What is left of a password without the known words, and how many it had. */
function withoutWords(password: string, known: readonly string[]): { rest: string; words: number } {
  const parts = known.reduce((left, word) => left.flatMap((part) => part.split(word)), [password])
  return { rest: parts.join(''), words: parts.length - 1 }
}

const knownWords = (context: readonly string[]): string[] => [...wordsOf(context), ...COMMON_PARTS]

const wordsOf = (context: readonly string[]): string[] =>
  context
    .flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length >= CONTEXT_WORD_MIN)
    .toSorted((a, b) => b.length - a.length)
