import type { Pence } from '@postroom/domain/money'
import type { Log } from '../../log.ts'
import type { Context } from '../../context.ts'
import type { Mail } from '../../mail/mailer.ts'
import { tellAll } from '../../mail/tell-all.ts'
import { listManagers } from '../administration/member.store.ts'
import {
  claimLowAccount,
  forgetRecovered,
  newlyLowAccounts,
  unclaimLowAccount,
  type LowAccount,
} from './account.store.ts'

const EVERY_MS = 60_000

/** Looks at the balances now and every minute. @returns how to end the watch */
export function startWatchingBalances(context: Context, log: Log): () => Promise<void> {
  const look = () =>
    tellOfLowBalances(context, log).catch((err: unknown) => log.warn({ err }, 'low balances were not looked for'))
  let running = look()
  const timer = setInterval(() => void (running = running.then(look)), EVERY_MS).unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

type Telling = Pick<Context, 'db' | 'mailer' | 'now'>

/**
 * Tells the office of each account that has fallen below its threshold: once, until it has been above it again. What
 * fails for one account concerns no other.
 */
export async function tellOfLowBalances(context: Telling, log: Log): Promise<void> {
  await forgetRecovered(context.db)
  for (const id of await newlyLowAccounts(context.db))
    await tell(context, id, log).catch((err: unknown) =>
      log.warn({ err, account: id }, 'nobody was told of a low balance'),
    )
}

async function tell(context: Telling, id: string, log: Log): Promise<void> {
  const account = await claimLowAccount(context.db, id, context.now())
  if (!account) return
  let isTold = false
  try {
    const managers = await listManagers(context.db, account.organisation_id)
    isTold = await tellAll(context.mailer, managers, lowMail(account), log)
  } finally {
    if (!isTold) await unclaimLowAccount(context.db, id) // so that the next look tries again
  }
}

const lowMail = ({ name, balance, low_balance }: LowAccount): Omit<Mail, 'to'> => ({
  subject: `Low balance: ${name}`,
  text: `The balance of ${name} is ${inPounds(balance)}.

You asked to be told when it is below ${inPounds(low_balance)}. Nothing more is sent until it has been above that.
`,
})

const inPounds = (amount: Pence): string => `£${(amount / 100).toFixed(2)}`
