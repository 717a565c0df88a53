/** A word before a line that says what the line is, and is no part of it. */
const LABEL = /^(?:to|ship to|deliver to|delivery address|address|name|company|adresse|nom|anschrift)\s*:\s*/i
/** Separators of an address on one line. */
const SEPARATOR = /\s*[,;|•·\t]\s*|\s+[–—-]\s+/

/** 'c/o Adams & Sons' is a line of its own. */
const CARE_OF = /\s+(?=c\/o\s)/i

/** The lines of a pasted text without empty ones; a text on one line is split at its commas. */
export function linesOf(text: string): string[] {
  const written = tidied(text.replaceAll('\u2028', '\n').split(/\r\n|\r|\n/))
  const lines = (written.length === 1 ? tidied(written[0]!.split(SEPARATOR)) : written).flatMap((line) =>
    line.split(CARE_OF),
  )
  return lines
    .flatMap((line, index) => {
      // '14, High Street': the number belongs to the street
      if (index > 0 && isNumber(lines[index - 1]!)) return [`${lines[index - 1]} ${line}`]
      return isNumber(line) && index < lines.length - 1 && startsWithLetter(lines[index + 1]!) ? [] : [line]
    })
    .filter((line, index, all) => line !== all[index - 1])
}

const tidied = (lines: readonly string[]): string[] =>
  lines
    .map((line) =>
      line
        .replaceAll(/[\u200B-\u200F\uFEFF\u202A-\u202E]/g, '')
        .replaceAll(/\s+/g, ' ')
        .trim()
        .replace(LABEL, '')
        .replace(/^[,;"“]+|[,;"”]+$/g, '')
        .trim(),
    )
    .filter((line) => line !== '')

const isNumber = (line: string): boolean => /^\d{1,4}[a-z]?$/i.test(line)
const startsWithLetter = (line: string): boolean => /^\p{L}/u.test(line)
