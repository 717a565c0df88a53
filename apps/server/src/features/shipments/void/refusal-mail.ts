import type { Settings } from '../../../context.ts'
import type { Mail } from '../../../mail/mailer.ts'
import type { RefusedRefund } from './refused-refund.store.ts'

/** The server does not know which language the user reads, so the mail has both. */
export const refusalMail = (
  { companyName }: Settings,
  { carrier_no, amount, refusal }: RefusedRefund,
): Omit<Mail, 'to'> => ({
  subject: `${companyName}: Refund refused / Remboursement refusé: ${carrier_no}`,
  text: `The carrier has not taken back the postage of ${carrier_no} (£${(amount / 100).toFixed(2)}).
Its reason: ${refusal}
The label stays good, and you may ask again.

---

Le transporteur n’a pas repris l’affranchissement de ${carrier_no} (${(amount / 100).toFixed(2).replace('.', ',')} £).
Sa raison : ${refusal}
L’étiquette reste valable, et vous pouvez redemander.
`,
})
