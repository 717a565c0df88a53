import type { Log } from '../../../log.ts'
import type { Context } from '../../../context.ts'
import type { Mail } from '../../../mail/mailer.ts'
import { claimNotices, markTold, type RefusalNotice } from './refusal-notice.store.ts'

const EVERY_MS = 5_000
const AT_ONCE = 10

/** Tells of refused refunds now and every few seconds. @returns how to end it */
export function startTellingRefusals(context: Context, log: Log): () => Promise<void> {
  const look = () =>
    notifyRefundRefused(context, log).catch((err: unknown) => log.warn({ err }, 'refusals were not looked for'))
  let running = look()
  const timer = setInterval(() => void (running = running.then(look)), EVERY_MS).unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

/**
 * One look: whoever asked for a refund that the carrier refused gets a mail. The refused request is the job, so it is never
 * lost; a mail that does not leave is sent again after the lease. Killed between mail and mark, it is sent twice.
 */
export async function notifyRefundRefused({ db, mailer, settings }: Context, log: Log): Promise<void> {
  for (const notice of await claimNotices(db, AT_ONCE)) {
    try {
      const { email, is_last_word } = notice
      if (email !== null && is_last_word) await mailer.send(refusalMail(settings.companyName, notice, email))
      await markTold(db, notice)
    } catch (err) {
      log.warn({ err, purchase: notice.purchase_id }, 'the mail about a refused refund did not leave')
    }
  }
}

/** The server does not know which language somebody reads, so the mail has both. */
const refusalMail = (company: string, { carrier_no, amount, refusal }: RefusalNotice, to: string): Mail => ({
  to,
  subject: `${company}: Refund refused / Remboursement refusé: ${carrier_no}`,
  text: `The carrier has not taken back the postage of ${carrier_no} (£${(amount / 100).toFixed(2)}).
Its reason: ${refusal}
The label stays good, and you may ask again.

---

Le transporteur n’a pas repris l’affranchissement de ${carrier_no} (${(amount / 100).toFixed(2).replace('.', ',')} £).
Sa raison : ${refusal}
L’étiquette reste valable, et vous pouvez redemander.
`,
})
