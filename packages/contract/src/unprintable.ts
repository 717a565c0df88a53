/** A character that cannot be printed: itself, or its code (`U+202E`) where it is invisible. */
export interface Unprintable {
  character: string
  /** Position in the stored text, in characters from 1. */
  position: number
}

/** The first character of `text` for which `isUnprintable` holds, if any. */
export function firstUnprintable(text: string, isUnprintable: (character: string) => boolean): Unprintable | undefined {
  const characters = Array.from(text)
  const at = characters.findIndex(isUnprintable)
  const character = characters[at]
  return character === undefined ? undefined : { character: shown(character), position: at + 1 }
}

/** Control and bidirectional characters, half surrogate pairs, lone accents and blanks are shown by their code. */
const shown = (character: string): string =>
  /^[\p{C}\p{M}\p{Z}]$/u.test(character)
    ? `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
    : character
