/** Item numbers of the Universal Postal Union's standard S10: indicator, eight-digit serial, check digit, country. */
const S10_GB = /^[A-Z]{2}(\d{8})(\d)GB$/

/** Weights of the eight digits, first to last. */
const WEIGHTS = [8, 6, 4, 2, 3, 5, 9, 7]

/** ZZ is reserved for domestic use, so no postal operator mistakes such a number for its own. */
const INDICATOR = 'ZZ'

/** Check digit of an eight-digit serial, modulus 11. `checkDigitOf('47312482')` is `9`. */
export function checkDigitOf(serial: string): number {
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(serial[index]), 0)
  const rest = 11 - (sum % 11)
  if (rest === 10) return 0
  return rest === 11 ? 5 : rest
}

/** The number of the `serial`-th item: `trackingNumber(8)` is `ZZ000000080GB`. @throws RangeError outside 0–99,999,999 */
export function trackingNumber(serial: number): string {
  if (!Number.isInteger(serial) || serial < 0 || serial > 99_999_999) throw new RangeError(`Not a serial: ${serial}`)
  const digits = String(serial).padStart(8, '0')
  return `${INDICATOR}${digits}${checkDigitOf(digits)}GB`
}

/** Whether `text` is a British S10 number with the right check digit, whatever its indicator. */
export function isTrackingNumber(text: string): boolean {
  const [, serial, check] = S10_GB.exec(text) ?? []
  return serial !== undefined && checkDigitOf(serial) === Number(check)
}

/** In groups, as printed: `ZZ000000005GB` → `ZZ 0000 0000 5GB`. */
export const formatTracking = (number: string): string =>
  `${number.slice(0, 2)} ${number.slice(2, 6)} ${number.slice(6, 10)} ${number.slice(10)}`
