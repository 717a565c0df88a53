import { checkDigitOf } from './s10.ts'

/** The stored and compared form of an item number: capitals, no spaces. People and scanners write it in other forms. */
export const itemNumberOf = (written: string): string => written.replaceAll(/\s/g, '').toUpperCase()

const S10 = /^[A-Z]{2}(\d{8})(\d)[A-Z]{2}$/

/** Whether a number has the S10 form (Universal Postal Union) of any country but a wrong check digit. */
export function isMisread(number: string): boolean {
  const [, serial, check] = S10.exec(number) ?? []
  return serial !== undefined && checkDigitOf(serial) !== Number(check)
}
