const LIMIT_CHARS = 100
/** Control characters, line breaks, and what is not seen but turns or hides what stands beside it. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Zs}]+/gu

/** A name as one short line. Printers, their networks and other users name printers as they like. */
export function printableName(name: string): string {
  const line = Array.from(name.toWellFormed().replaceAll(UNPRINTABLE, ' ').trim())
  return line.length > LIMIT_CHARS ? `${line.slice(0, LIMIT_CHARS - 1).join('')}…` : line.join('')
}
