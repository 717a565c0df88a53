declare const pence: unique symbol

/** A whole number of pence sterling, positive, zero or negative. Every amount between the database and the screen is one. */
export type Pence = number & { readonly [pence]: true }

/** Brands a whole number as pence. @throws RangeError when it is not a safe integer, which is a bug of the caller. */
export function toPence(value: number): Pence {
  if (!Number.isSafeInteger(value)) throw new RangeError(`Not a whole number of pence: ${value}`)
  return value as Pence
}

/** The sum of amounts. `sumPence()` of nothing is 0. */
export const sumPence = (...amounts: readonly Pence[]): Pence =>
  toPence(amounts.reduce((sum, amount) => sum + amount, 0))

/** `amount` multiplied by `times`, a whole number. */
export const timesPence = (amount: Pence, times: number): Pence => toPence(amount * times)

/** The 20 % VAT included in a price, rounded half up to the penny. `vatIncludedIn(1434)` is `239`. */
export const vatIncludedIn = (gross: Pence): Pence => toPence(Math.floor(gross / 6 + 0.5))
