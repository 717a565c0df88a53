import type { Context } from '../context.ts'
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
 */
export const seedDemo = (context: Context, ownerUrl: string): Promise<void> =>
  inThePast(ownerUrl, async (tx, moveTo) => {
    await moveTo(momentOf('11d 07:30', context.now()))
    const organisation = await seedOrganisation(tx, ['demo', 'dev', 'lite'])
    if (!organisation) return
    const demo = demoOn(context, tx, organisation)
    const steps = historyOf(demo, context.now()).toSorted((a, b) => a.at.getTime() - b.at.getTime())
    for (const { at, take } of steps) {
      demo.setClock(at)
      await moveTo(at)
      await take()
    }
  })
