import type { Context } from '../context.ts'
import { askedMail } from '../features/accounts/asked-mail.ts'
import { lowBalanceMail } from '../features/accounts/low-balance-mail.ts'
import { listManagers } from '../features/administration/member.store.ts'
import { endingKeyMail, stoppedKeyMail } from '../features/auth/api-keys/ending-key-mail.ts'
import { accountMail } from '../features/auth/account-mails.ts'
import { getUser } from '../features/identity/user.store.ts'
import { stoppedMail } from '../features/payments/automatic/stopped-mail.ts'
import { disputeMail } from '../features/payments/dispute-mail.ts'
import { outdatedMail, printerMail } from '../features/prints/device-mails.ts'
import { exceededMail } from '../features/references/exceeded-mail.ts'
import { refusalMail } from '../features/shipments/void/refusal-mail.ts'
import { refusedRefund } from '../features/shipments/void/refused-refund.store.ts'
import { deliveryLetter } from '../features/tracking/delivery-letter.ts'
import { webhookMail } from '../features/webhooks/webhook-mail.ts'
import type { Log } from '../log.ts'
import { MailRefused, type Mail } from '../mail/mailer.ts'
import { repeatEvery } from '../operation/repeat-every.ts'
import { whoGetMail } from './notice-choice.store.ts'
import { claimNotices, deleteNotice, retryNotice, type ClaimedNotice } from './outbox.store.ts'

const EVERY_MS = 1_000
const AT_ONCE = 10

type Sending = Pick<Context, 'db' | 'mailer' | 'settings'>

/** Sends queued notices while the server runs. @returns stops it, after the mail in flight */
export const startSendingNotices = (context: Sending, log: Log): (() => Promise<void>) =>
  repeatEvery(EVERY_MS, () => sendNotices(context, log), { log, failure: 'could not look for notices' }).stop

/**
 * Sends the notices that are due. One that cannot be sent is retried later and delays no other. A process that dies between
 * mail and deletion leaves its notice to another, which sends it again.
 */
export async function sendNotices(context: Sending, log: Log): Promise<void> {
  for (const claimed of await claimNotices(context.db, AT_ONCE)) {
    const facts = { notice: claimed.id, event: claimed.notice.event, attempts: claimed.attempts }
    try {
      if (await send(context, claimed, log)) await deleteNotice(context.db, claimed.id)
      else await retryNotice(context.db, claimed)
    } catch (err) {
      log.warn({ ...facts, err }, 'could not send a notice; it is retried')
      await retryNotice(context.db, claimed)
    }
  }
}

interface Letter {
  /** An addressee has no id. */
  people: readonly { id: string | null; email: string }[]
  mail: Omit<Mail, 'to'>
}

/** @returns whether the notice is done: one mail was sent, there is nobody to notify, or the addressee's address is refused */
async function send(context: Sending, claimed: ClaimedNotice, log: Log): Promise<boolean> {
  const { people: concerned, mail } = await letterFor(context, claimed)
  const { organisation_id, notice } = claimed
  const people = await whoGetMail(context.db, { organisation_id, event: notice.event }, concerned)
  let isDone = people.length === 0
  for (const { id, email } of people) {
    try {
      await context.mailer.send({ ...mail, to: email })
      isDone = true
    } catch (err) {
      log.warn({ err, user: id, event: claimed.notice.event }, 'could not notify a user')
      // clerks mistype addresses of addressees; users are retried, because their mail server may be at fault
      if (id === null && err instanceof MailRefused && err.isAddressRefused) isDone = true
    }
  }
  return isDone
}

const NOBODY: Letter = { people: [], mail: { subject: '', text: '' } }

/** Who receives the notice now, and its text. */
async function letterFor(
  { db, settings }: Sending,
  { organisation_id, user_id, notice }: ClaimedNotice,
): Promise<Letter> {
  switch (notice.event) {
    case 'balance_low':
      return { people: await listManagers(db, organisation_id), mail: lowBalanceMail(notice) }
    case 'budget_exceeded':
      return { people: await listManagers(db, organisation_id), mail: exceededMail(notice) }
    case 'top_up_asked':
      return { people: await listManagers(db, organisation_id), mail: askedMail(notice) }
    case 'top_up_stopped':
      return { people: await listManagers(db, organisation_id), mail: stoppedMail(settings, notice) }
    case 'payment_disputed':
      return {
        people: user_id === null ? await listManagers(db, organisation_id) : [await getUser(db, user_id)],
        mail: disputeMail(notice),
      }
    case 'printer_stopped':
      return { people: await listManagers(db, organisation_id), mail: printerMail(notice) }
    case 'device_outdated':
      return { people: await listManagers(db, organisation_id), mail: outdatedMail(notice) }
    case 'webhook_stopped':
      return { people: await listManagers(db, organisation_id), mail: webhookMail(settings, notice) }
    case 'api_key_ending':
      return { people: await listManagers(db, organisation_id), mail: endingKeyMail(notice) }
    case 'api_key_stopped':
      return { people: await listManagers(db, organisation_id), mail: stoppedKeyMail(notice) }
    case 'delivery':
      return (await deliveryLetter(db, notice)) ?? NOBODY
    case 'refund_refused': {
      const refused = await refusedRefund(db, notice)
      return refused ? { people: [refused], mail: refusalMail(settings, refused) } : NOBODY
    }
    default:
      return { people: [{ id: user_id!, email: notice.email }], mail: accountMail(settings, notice) }
  }
}
