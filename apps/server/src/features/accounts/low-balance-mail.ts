import type { Mail } from '../../mail/mailer.ts'
import type { BalanceLow } from '../../notices/notice.ts'
import { formatPounds, formatPoundsInFrench } from '../../format-pounds.ts'

/** The server does not know which language the managers read, so the mail has both. */
export const lowBalanceMail = ({ name, balance, low_balance }: BalanceLow): Omit<Mail, 'to'> => ({
  subject: `Low balance / Solde bas\u202f: ${name}`,
  text: `The balance of ${name} is ${formatPounds(balance)}.

You asked to be notified when it falls below ${formatPounds(low_balance)}. The next mail comes only after the balance has risen above that.

---

Le solde de ${name} est de ${formatPoundsInFrench(balance)}.

Vous avez demandé à être prévenu lorsqu’il passe sous ${formatPoundsInFrench(low_balance)}. Le prochain e-mail ne partira qu’après que le solde sera repassé au-dessus.
`,
})
