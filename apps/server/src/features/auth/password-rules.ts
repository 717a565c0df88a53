import { COMMON_PARTS, isOftenLeaked } from './common-passwords.ts'

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
 * Whether a password is among the first that an attacker would guess: very few different characters; or common words,
 * or words of its owner (`context`: names, e-mail address), with only a few letters, digits and signs around them; or
 * one often found in leaks.
 */
export async function isEasyToGuess(password: string, context: readonly string[]): Promise<boolean> {
  const typed = password.toLowerCase()
  if (new Set(typed).size < DIFFERENT_CHARACTERS_MIN) return true
  const words = [...wordsOf(context), ...COMMON_PARTS]
  const read = Array.from(typed, (character) => LOOKALIKES[character] ?? character).join('')
  return [typed, read].some((form) => isMadeOf(form, words)) || isOftenLeaked(password)
}

function isMadeOf(password: string, words: readonly string[]): boolean {
  const rest = words.reduce((left, word) => left.replaceAll(word, ' '), password)
  return rest !== password && rest.replaceAll(/\P{L}/gu, '').length < OWN_LETTERS_MIN
}

const wordsOf = (context: readonly string[]): string[] =>
  context
    .flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length >= CONTEXT_WORD_MIN)
    .toSorted((a, b) => b.length - a.length)
