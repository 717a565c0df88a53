/**
 * What makes a spreadsheet compute a cell instead of showing it, at the start of any of its lines: also behind blanks, in
 * full width, and behind the apostrophes that `defused` puts there itself. Where semicolons part cells, as in French,
 * another cell starts behind each; quotation marks may open it.
 * Source: OWASP, CSV Injection; CWE-1236.
 */
const PART_THAT_COMPUTES = /(?<=^|;)'*(?:[^\S\r\n\u2028\u2029]|")*[=+\-@＝＋－＠\t\r]/gmu

/** The text with an apostrophe before whatever a spreadsheet would compute. `restored` takes exactly these away again. */
export const defused = (text: string): string => text.replaceAll(PART_THAT_COMPUTES, "'$&")

/** The text that `defused` was given. Text from elsewhere loses only an apostrophe that keeps a cell from computing. */
export const restored = (text: string): string =>
  text.replaceAll(PART_THAT_COMPUTES, (start) => (start.startsWith("'") ? start.slice(1) : start))
