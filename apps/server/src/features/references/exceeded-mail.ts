import type { Mail } from '../../mail/mailer.ts'
import type { BudgetExceeded } from '../../notices/notice.ts'
import { formatDay, formatDayInFrench } from '../../format-day.ts'
import { formatPounds, formatPoundsInFrench } from '../../format-pounds.ts'

const PERIODS = { month: 'ce mois', quarter: 'ce trimestre', year: 'cette année' } as const satisfies Record<
  BudgetExceeded['period'],
  string
>

/** The server does not know which language the managers read, so the mail has both. */
export const exceededMail = ({ code, name, amount, period, from }: BudgetExceeded): Omit<Mail, 'to'> => ({
  subject: `Budget exceeded / Budget dépassé\u202f: ${code}`,
  text: `The cost centre ${name} (${code}) has spent more than its budget of ${formatPounds(amount)} for the ${period} that began on ${formatDay(new Date(from))}.

Purchases continue. The next mail about this budget comes in the next ${period} at the earliest.

---

Le centre de coûts ${name} (${code}) a dépensé plus que son budget de ${formatPoundsInFrench(amount)} pour ${PERIODS[period]} (début\u202f: ${formatDayInFrench(new Date(from))}).

Les achats continuent. Aucun autre e-mail ne sera envoyé à ce sujet pour ${PERIODS[period]}.
`,
})
