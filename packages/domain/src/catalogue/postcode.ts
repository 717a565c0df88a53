import type { DomesticCountry } from './countries.ts'

/**
 * The six formats of a United Kingdom postcode, including BFPO's BF1, the crown dependencies and GIR 0AA. The letters C I K M O V
 * never occur in the last two places. Source: BS 7666 pattern; checked against the carrier's list of formats.
 */
const POSTCODE =
  /^(?:GIR 0AA|(?:[A-PR-UWYZ]\d{1,2}|[A-PR-UWYZ][A-HK-Y]\d{1,2}|[A-PR-UWYZ]\d[A-HJKPSTUW]|[A-PR-UWYZ][A-HK-Y]\d[ABEHMNPRVWXY]) \d[ABD-HJLNP-UW-Z]{2})$/

/**
 * In capitals, with full-width characters made plain, punctuation and spaces removed, and one space before the last three
 * characters: ` sw1a-1aa ` → `SW1A 1AA`. Letters and digits of other scripts stay, so that removing them cannot make another
 * postcode.
 */
export function normalisePostcode(typed: string): string {
  const bare = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
  return bare.length > 3 ? `${bare.slice(0, -3)} ${bare.slice(-3)}` : bare
}

/** Whether `typed`, once normalised, has the format of a United Kingdom postcode. It may still not exist. */
export const isPostcode = (typed: string): boolean => POSTCODE.test(normalisePostcode(typed))

/** The country of a well-formed postcode: `JE2 4UE` is Jersey, `BF1 3AA` (BFPO) counts as Great Britain. */
export function countryOfPostcode(postcode: string): DomesticCountry {
  const area = normalisePostcode(postcode).slice(0, 2)
  return CROWN_DEPENDENCIES[area] ?? 'GB'
}

const CROWN_DEPENDENCIES: Readonly<Record<string, DomesticCountry>> = { JE: 'JE', GY: 'GG', IM: 'IM' }

/** Whether `typed` is the number of a forces post office (`BFPO 58`), which people write in place of a postcode. */
export const isBfpoNumber = (typed: string): boolean => /^\s*B\.?F\.?P\.?O\.?\s*\d+\s*$/i.test(typed)

const POSTCODES_IN_TEXT = /\b([A-Z]{1,2}\d[A-Z\d]?) (\d[A-Z]{2})\b/gi

/** A line whose United Kingdom postcodes cannot be broken: their space becomes a no-break space. */
export const unbrokenPostcodes = (line: string): string => line.replaceAll(POSTCODES_IN_TEXT, '$1\u00A0$2')
