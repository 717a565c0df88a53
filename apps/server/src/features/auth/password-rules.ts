import { isPredictable } from '@postroom/domain/people/password-strength'
import { isOftenLeaked } from './leaked-passwords.ts'

/** Whether a password is among the first that an attacker would guess: predictable, or often found in leaks. */
export const isEasyToGuess = async (password: string, context: readonly string[]): Promise<boolean> =>
  isPredictable(password, context) || isOftenLeaked(password)
