const LIMIT_CHARS = 100
/** Control characters, line breaks, and invisible characters that reorder or hide the text beside them. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Zs}]+/gu

/** A name as one short line. Anybody in the network may name a printer. */
export function printableName(name: string): string {
  const line = Array.from(name.toWellFormed().replaceAll(UNPRINTABLE, ' ').trim())
  return line.length > LIMIT_CHARS ? `${line.slice(0, LIMIT_CHARS - 1).join('')}…` : line.join('')
}
