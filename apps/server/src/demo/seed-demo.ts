import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { isFirstStart } from '../features/identity/user.store.ts'
import { demoOn } from './demo-context.ts'
import { historyOf } from './demo-history.ts'
import { inThePast } from './in-the-past.ts'
import { momentOf } from './moments.ts'
import { seedOrganisation } from './seed-organisation.ts'

/**
 * Adds the demo organisation to an empty database: users of both plans, an address book, cost centres, and two weeks of
 * shipments in every state, made by the product's own functions.
 *
 * @param ownerUrl of the database's owner
 * @throws Error with a sentence for the person at the terminal; the database is then as it was
 */
export async function seedDemo(context: Context, ownerUrl: string): Promise<void> {
  // moving the clock locks every table, which a start beside working servers must not do
  if (!(await inTransaction(context.db, isFirstStart))) return
  await writeHistory(context, ownerUrl).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(
      `The demo organisation could not be added, and nothing of it was: ${reason}. Start with DEMO=empty for one without a history, or with DEMO=off.`,
      { cause },
    )
  })
}

const writeHistory = (context: Context, ownerUrl: string): Promise<void> =>
  inThePast(ownerUrl, async (tx, moveTo) => {
    await moveTo(momentOf('11d 07:30', context.now()))
    const organisation = await seedOrganisation(tx, ['demo', 'dev', 'lite'])
    if (!organisation) return
    // the owner of a database need not have the rights of the platform, so it moves money as the organisation does
    await sql`select set_config('app.organisation', ${organisation.id}, true)`.execute(tx)
    const demo = demoOn(context, tx, organisation)
    const steps = historyOf(demo, context.now()).toSorted((a, b) => a.at.getTime() - b.at.getTime())
    for (const { at, take } of steps) {
      demo.setClock(at)
      await moveTo(at)
      await take()
    }
  })
