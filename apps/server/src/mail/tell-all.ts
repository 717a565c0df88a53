import type { Log } from '../log.ts'
import type { Mail, Mailer } from './mailer.ts'

/**
 * Sends one mail to each of these people; an address that takes no mail keeps it from none of the others.
 * @returns whether it is told: one of them was reached, or there is nobody to tell
 */
export async function tellAll(
  mailer: Mailer,
  people: readonly { id: string; email: string }[],
  mail: Omit<Mail, 'to'>,
  log: Log,
): Promise<boolean> {
  let isTold = people.length === 0
  for (const { id, email } of people) {
    try {
      await mailer.send({ ...mail, to: email })
      isTold = true
    } catch (err) {
      log.warn({ err, user: id }, 'somebody was not told')
    }
  }
  return isTold
}
