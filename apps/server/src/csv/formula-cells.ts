/**
 * What makes a spreadsheet compute a cell instead of showing it, at the start of any line of the cell: also after
 * blanks, in full-width characters, and after the apostrophes that `escapeFormulas` inserts. Where semicolons separate cells,
 * as in French, another cell starts after each; a quotation mark may open it.
 * Source: OWASP, CSV Injection; CWE-1236.
 */
const PART_THAT_COMPUTES = /(?<=^|;)'*(?:[^\S\r\n\u2028\u2029]|")*[=+\-@＝＋－＠\t\r]/gmu

/** The text with an apostrophe before each part that a spreadsheet would compute. `unescapeFormulas` removes exactly these. */
export const escapeFormulas = (text: string): string => text.replaceAll(PART_THAT_COMPUTES, "'$&")

/** Undoes `escapeFormulas`. Text from elsewhere loses only an apostrophe that keeps a cell from computing. */
export const unescapeFormulas = (text: string): string =>
  text.replaceAll(PART_THAT_COMPUTES, (start) => (start.startsWith("'") ? start.slice(1) : start))
