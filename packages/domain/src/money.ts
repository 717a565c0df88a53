declare const pence: unique symbol

/** A whole number of pence sterling, positive, zero or negative. The only form money has between database and glass. */
export type Pence = number & { readonly [pence]: true }

/** Brands a whole number as pence. @throws RangeError when it is not a safe integer: that is a caller's bug. */
export function toPence(value: number): Pence {
  if (!Number.isSafeInteger(value)) throw new RangeError(`Not a whole number of pence: ${value}`)
  return value as Pence
}

/** Adds amounts without ever leaving whole pence. `sumPence()` of nothing is 0. */
export const sumPence = (...amounts: readonly Pence[]): Pence =>
  toPence(amounts.reduce((sum, amount) => sum + amount, 0))

/** `amount` taken `times` (a whole number) over. */
export const timesPence = (amount: Pence, times: number): Pence => toPence(amount * times)

/** The 20 % VAT contained in a price that includes it, rounded half up to the penny. `vatIncludedIn(1434)` is `239`. */
export const vatIncludedIn = (gross: Pence): Pence => toPence(Math.floor(gross / 6 + 0.5))
