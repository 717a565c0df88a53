import type { Settings } from '../../../context.ts'
import type { Mail } from '../../../mail/mailer.ts'
import type { RefusedRefund } from './refused-refund.store.ts'
import { formatPounds, formatPoundsInFrench } from '../../../format-pounds.ts'

/** The server does not know which language the user reads, so the mail has both. */
export const refusalMail = (
  { companyName }: Settings,
  { carrier_no, amount, refusal }: RefusedRefund,
): Omit<Mail, 'to'> => ({
  subject: `${companyName}: Refund refused / Remboursement refusé\u202f: ${carrier_no}`,
  text: `The carrier refused to refund the postage of ${carrier_no} (${formatPounds(amount)}).
Reason: ${refusal}
The label is still valid. You can request the refund again.

---

Le transporteur a refusé de rembourser l’affranchissement de ${carrier_no} (${formatPoundsInFrench(amount)}).
Motif\u202f: ${refusal}
L’étiquette reste valable. Vous pouvez demander de nouveau le remboursement.
`,
})
