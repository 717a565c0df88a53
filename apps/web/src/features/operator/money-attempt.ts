import * as z from 'zod'

const attemptSchema = z.object({
  key: z.uuid(),
  account_id: z.uuid(),
  organisation: z.string(),
  amount: z.int().positive(),
  reference: z.string(),
})
/** Money that was sent to be booked, and of which no answer has come yet. */
export type MoneyAttempt = z.output<typeof attemptSchema>

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>
const NAME = 'postroom.money'

/** What is still without an answer, also after a reload: sent again under the same key it is booked once. */
export function openAttempt(storage: Storage): MoneyAttempt | undefined {
  try {
    return attemptSchema.parse(JSON.parse(storage.getItem(NAME) ?? ''))
  } catch {
    return undefined
  }
}

/** Stored before anything is sent. */
export const keepAttempt = (storage: Storage, attempt: MoneyAttempt): void =>
  storage.setItem(NAME, JSON.stringify(attempt))

export const forgetAttempt = (storage: Storage): void => storage.removeItem(NAME)
