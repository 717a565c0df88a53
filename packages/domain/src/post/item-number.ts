import { checkDigitOf } from './s10.ts'

/** An item number as it is kept and compared: capitals, no spaces. People and scanners write both otherwise. */
export const itemNumberOf = (written: string): string => written.replaceAll(/\s/g, '').toUpperCase()

const S10 = /^[A-Z]{2}(\d{8})(\d)[A-Z]{2}$/

/** Whether a number has the form of the Universal Postal Union's standard S10, of any country, and the wrong check digit. */
export function isMisread(number: string): boolean {
  const [, serial, check] = S10.exec(number) ?? []
  return serial !== undefined && checkDigitOf(serial) !== Number(check)
}
