/** A character that cannot be shown: the character itself, or its code (`U+202E`) where it cannot be seen either. */
export interface Unprintable {
  character: string
  /** Counted in characters from 1, in the text as it is kept. */
  position: number
}

/** The first character of `text` that is not printable by `isUnprintable`, if any. */
export function firstUnprintable(text: string, isUnprintable: (character: string) => boolean): Unprintable | undefined {
  const characters = Array.from(text)
  const at = characters.findIndex(isUnprintable)
  const character = characters[at]
  return character === undefined ? undefined : { character: shown(character), position: at + 1 }
}

/** Controls, marks of direction, halves of a pair, accents without a letter, and blanks are named by their code. */
const shown = (character: string): string =>
  /^[\p{C}\p{M}\p{Z}]$/u.test(character)
    ? `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
    : character
