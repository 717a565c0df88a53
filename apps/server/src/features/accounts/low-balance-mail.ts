import type { Pence } from '@postroom/domain/money'
import type { Mail } from '../../mail/mailer.ts'
import type { BalanceLow } from '../../notices/notice.ts'

export const lowBalanceMail = ({ name, balance, low_balance }: BalanceLow): Omit<Mail, 'to'> => ({
  subject: `Low balance: ${name}`,
  text: `The balance of ${name} is ${inPounds(balance)}.

You asked to be told when it is below ${inPounds(low_balance)}. Nothing more is sent until it has been above that.
`,
})

const inPounds = (amount: Pence): string => `£${(amount / 100).toFixed(2)}`
