import type { Mail } from '../../mail/mailer.ts'
import type { BudgetExceeded } from '../../notices/notice.ts'

export const exceededMail = ({ code, name, amount, period, from }: BudgetExceeded): Omit<Mail, 'to'> => ({
  subject: `Budget exceeded: ${code}`,
  text: `More was bought for the cost centre ${name} (${code}) than its budget of £${(amount / 100).toFixed(2)} for the ${period} that began on ${from}.

Purchases go on. Nothing more is sent until the next ${period}.
`,
})
