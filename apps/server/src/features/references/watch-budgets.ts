import type { Log } from '../../log.ts'
import type { Context } from '../../context.ts'
import type { Mail } from '../../mail/mailer.ts'
import { tellAll } from '../../mail/tell-all.ts'
import { listManagers } from '../administration/member.store.ts'
import { claimExceeded, newlyExceeded, unclaimExceeded, type ExceededBudget } from './budget.store.ts'

const EVERY_MS = 60_000

/** Looks at the budgets now and every minute. @returns how to end the watch */
export function startWatchingBudgets(context: Context, log: Log): () => Promise<void> {
  const look = () =>
    tellOfExceeded(context, log).catch((err: unknown) => log.warn({ err }, 'exceeded budgets were not looked for'))
  let running = look()
  const timer = setInterval(() => void (running = running.then(look)), EVERY_MS).unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

type Telling = Pick<Context, 'db' | 'mailer'>

/** Tells the office of each budget that was exceeded: once in each of its periods. What fails for one concerns no other. */
export async function tellOfExceeded(context: Telling, log: Log): Promise<void> {
  for (const id of await newlyExceeded(context.db))
    await tell(context, id, log).catch((err: unknown) =>
      log.warn({ err, cost_center: id }, 'nobody was told of an exceeded budget'),
    )
}

async function tell(context: Telling, id: string, log: Log): Promise<void> {
  const budget = await claimExceeded(context.db, id)
  if (!budget) return
  let isTold = false
  try {
    const managers = await listManagers(context.db, budget.organisation_id)
    isTold = await tellAll(context.mailer, managers, exceededMail(budget), log)
  } finally {
    if (!isTold) await unclaimExceeded(context.db, id) // so that the next look tries again
  }
}

const exceededMail = ({ code, name, amount, period, from }: ExceededBudget): Omit<Mail, 'to'> => ({
  subject: `Budget exceeded: ${code}`,
  text: `More was bought for the cost centre ${name} (${code}) than its budget of £${(amount / 100).toFixed(2)} for the ${period} that began on ${from}.

Purchases go on. Nothing more is sent until the next ${period}.
`,
})
