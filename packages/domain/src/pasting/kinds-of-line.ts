const COMPANY =
  /\b(?:ltd|limited|plc|llp|llc|inc|incorporated|corp|corporation|company|co|cic|cyf|gmbh|ag|kg|ug|e\.?v|sarl|s\.?a\.?r\.?l|sas|s\.?a|s\.?l|srl|spa|s\.?p\.?a|b\.?v|n\.?v|a\/s|aps|ab|oy|as|pty|sons|brothers|bros|group|university|college|school|academy|hospital|surgery|council|museum|library|gallery|galleries|press|books|bookshop|bindery|studio|studios|shop|stores?|services|solutions|systems|trust|society|association|institute|foundation|charity|church|hotel|inn|centre|office|department|dept|accounts|solicitors|partners|associates|universität|université|verlag|librairie)\b\.?|&/i

const STREET =
  /\b(?:flat|apartment|apt|unit|suite|floor|room|building|house|cottage|farm|lodge|villa|mill|hall|street|st|road|rd|lane|ln|avenue|ave|drive|close|court|crescent|place|square|terrace|gardens|way|row|hill|park|mews|walk|grove|yard|wharf|quay|estate|heol|stryd|ffordd|lôn|rue|boulevard|bd|allée|chemin|impasse|via|viale|piazza|calle|avenida|plaza|rua|po box|p\.o\. box|bp|postfach|postbus)\b|(?:straße|strasse|str\.|platz|weg|allee|gasse|straat|laan|gracht|plein|gatan|vägen|gade|vej|gata|veien|katu)\b/i

/** Whether a line reads as the name of a company or another organisation. */
export const isCompany = (line: string): boolean => COMPANY.test(line)

/** Whether a line reads as a building or a street: it has a number, or a word for one, and no word for a company. */
export const isStreet = (line: string): boolean =>
  /^\d|\s\d+\s?[a-z]?$/i.test(line) || (STREET.test(line) && (/\d/.test(line) || !isCompany(line)))
