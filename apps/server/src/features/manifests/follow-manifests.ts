import { carrierOf } from '../../carriers/carriers.ts'
import type { Context } from '../../context.ts'
import type { Log } from '../../log.ts'
import { repeatEvery } from '../../operation/repeat-every.ts'
import { answerOf, askCarrier } from './make-manifest.ts'
import { claimDue, keepOutcome, openScheduled } from './manifest.store.ts'

const EVERY_MS = 15_000
const AT_ONCE = 10

type Following = Pick<Context, 'db' | 'carriers'>

/** Looks at manifests that are being made, and asks for those whose time of day has come. @returns stops it */
export const startFollowingManifests = (context: Following, log: Log): (() => Promise<void>) =>
  repeatEvery(EVERY_MS, () => followManifests(context), { log, failure: 'could not follow manifests' }).stop

export async function followManifests(context: Following): Promise<void> {
  const { db } = context
  const due = await claimDue(db, AT_ONCE)
  await Promise.all(
    due.map(async ({ carrier_code, ...manifest }) => {
      const { carrier_account_id, number } = manifest
      const { manifests } = carrierOf(context, carrier_code)
      // a process died before it kept the answer, or the carrier was exchanged for one without manifests
      if (manifest.state === 'asked' || number === null || !manifests)
        return keepOutcome(db, manifest, { kind: 'unknown' })
      const found = await answerOf(manifests.look(carrier_account_id, number))
      // it exists at the carrier: an answer that is lost only means another look
      return found.kind === 'unknown' ? undefined : keepOutcome(db, manifest, found)
    }),
  )
  const opened = await openScheduled(db)
  await Promise.all(
    opened.map(async ({ carrier_code, ...manifest }) => {
      const { manifests } = carrierOf(context, carrier_code)
      return manifests ? askCarrier(context, manifests, manifest) : keepOutcome(db, manifest, { kind: 'unknown' })
    }),
  )
}
