/** Words of a street or a place that only one country writes. */
const HINTS: readonly (readonly [country: string, words: RegExp])[] = [
  ['FR', /\bcedex\b|\b(?:rue|boulevard|impasse|allée|chemin)\b/i],
  ['DE', /(?:straße|strasse|str\.|allee|gasse)(?:\s|$)|\bplatz\b|\bpostfach\b/i],
  ['ES', /\b(?:calle|c\/|avenida|paseo|plaza)\b/i],
  ['IT', /\b(?:via|viale|piazza|corso)\b/i],
]

/** The country whose words an address uses; nothing without such a word. */
export const countryHinted = (lines: readonly string[]): string | undefined =>
  HINTS.find(([, words]) => lines.some((line) => words.test(line)))?.[0]
