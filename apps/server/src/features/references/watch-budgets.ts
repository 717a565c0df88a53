import type { Context } from '../../context.ts'
import { listManagers } from '../administration/member.store.ts'
import { claimExceeded, unclaimExceeded, type ExceededBudget } from './budget.store.ts'

const EVERY_MS = 60_000

/** What the watch needs to tell a person; pino's shape. */
interface Log {
  warn(facts: object, message: string): void
}

/** Looks at the budgets now and every minute. @returns how to end the watch */
export function startWatchingBudgets(context: Context, log: Log): () => Promise<void> {
  const look = () =>
    tellOfExceeded(context).catch((err: unknown) => log.warn({ err }, 'nobody was told of an exceeded budget'))
  let running = look()
  const timer = setInterval(() => void (running = running.then(look)), EVERY_MS).unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** Tells the office of each budget that was exceeded: once in each of its periods. */
export async function tellOfExceeded(context: Pick<Context, 'db' | 'mailer'>): Promise<void> {
  for (const budget of await claimExceeded(context.db)) {
    try {
      await tell(context, budget)
    } catch (error) {
      await unclaimExceeded(context.db, budget.id) // so that the next look tries again
      throw error
    }
  }
}

async function tell({ db, mailer }: Pick<Context, 'db' | 'mailer'>, budget: ExceededBudget): Promise<void> {
  const { code, name, amount, period, from } = budget
  const text = `More was bought for the cost centre ${name} (${code}) than its budget of £${(amount / 100).toFixed(2)} for the ${period} that began on ${from}.

Purchases go on. Nothing more is sent until the next ${period}.
`
  for (const { email } of await listManagers(db, budget.organisation_id))
    await mailer.send({ to: email, subject: `Budget exceeded: ${code}`, text })
}
