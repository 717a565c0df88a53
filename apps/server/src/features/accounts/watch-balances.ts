import type { Pence } from '@postroom/domain/money'
import type { Context } from '../../context.ts'
import { listManagers } from '../administration/member.store.ts'
import { claimLowAccounts, forgetRecovered, unclaimLowAccount, type LowAccount } from './account.store.ts'

const EVERY_MS = 60_000

/** What the watch needs to tell a person; pino's shape. */
interface Log {
  warn(facts: object, message: string): void
}

/** Looks at the balances now and every minute. @returns how to end the watch */
export function startWatchingBalances(context: Context, log: Log): () => Promise<void> {
  const look = () =>
    tellOfLowBalances(context).catch((err: unknown) => log.warn({ err }, 'nobody was told of a low balance'))
  let running = look()
  const timer = setInterval(() => void (running = running.then(look)), EVERY_MS).unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** Tells the office of each account that has fallen below its threshold: once, until it has been above it again. */
export async function tellOfLowBalances(context: Pick<Context, 'db' | 'mailer' | 'now'>): Promise<void> {
  const { db, now } = context
  await forgetRecovered(db)
  for (const account of await claimLowAccounts(db, now())) {
    try {
      await tell(context, account)
    } catch (error) {
      await unclaimLowAccount(db, account.id) // so that the next look tries again
      throw error
    }
  }
}

async function tell({ db, mailer }: Pick<Context, 'db' | 'mailer'>, account: LowAccount): Promise<void> {
  const text = `The balance of ${account.name} is ${inPounds(account.balance)}.

You asked to be told when it is below ${inPounds(account.low_balance)}. Nothing more is sent until it has been above that.
`
  for (const { email } of await listManagers(db, account.organisation_id))
    await mailer.send({ to: email, subject: `Low balance: ${account.name}`, text })
}

const inPounds = (amount: Pence): string => `£${(amount / 100).toFixed(2)}`
