import { layOutLabel, renderLabel } from '@postroom/documents/label/label'
import { SERVICES } from '@postroom/domain/catalogue/services'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../db/database.ts'
import type { CarrierPort, PurchaseOutcome, ResolveOutcome } from '../carrier-port.ts'
import { sandboxReturns } from './sandbox-returns.ts'
import { journeyOf } from './sandbox-journey.ts'
import { answerVoid, referenceOf, rememberReference, takeSwitch, type Reference } from './sandbox.store.ts'

/**
 * A carrier that behaves like a real one and sells nothing: numbers `ZZ…GB`, documents without postal value. Its state
 * is in its own schema and survives the server. `setSandboxSwitch` makes it fail.
 */
export function sandboxCarrier(db: Db, now = () => new Date()): CarrierPort {
  return {
    timeout_ms: 3_000,
    returns: sandboxReturns(db),

    services: () => SERVICES.map((service) => service.code),

    async purchase(ref, { labels }) {
      const fault = await takeSwitch(db, 'purchase')
      if (fault?.answer === 'failing') return { kind: 'unknown' }
      if (fault?.answer === 'late') await sleep(fault.delay_ms)
      const refused = fault?.answer === 'refused' ? 'The address is not served.' : undefined
      const outcome = outcomeOf(await rememberReference(db, ref, refused ? { rejected: refused } : { live: labels }))
      if (fault?.answer !== 'lost') return outcome
      await sleep(fault.delay_ms)
      return { kind: 'unknown' }
    },

    async resolve(ref) {
      const fault = await takeSwitch(db, 'resolve')
      if (fault?.answer === 'failing') return { kind: 'unknown' }
      const reference = await rememberReference(db, ref, 'tombstoned')
      if (fault?.answer === 'late' || fault?.answer === 'lost') await sleep(fault.delay_ms)
      return fault?.answer === 'lost' ? { kind: 'unknown' } : finalWordOn(reference)
    },

    async void(ref, n) {
      const fault = await takeSwitch(db, 'void')
      if (fault?.answer === 'failing') return { kind: 'unknown' }
      if (fault?.answer === 'late') await sleep(fault.delay_ms)
      const accepted = await answerVoid(db, ref, n, fault?.answer !== 'refused')
      if (fault?.answer === 'lost') return { kind: 'unknown' }
      return accepted ? { kind: 'voided' } : { kind: 'refused', reason: 'The item is already in the post.' }
    },

    layOutLabel,

    async documents(ref, content, dpi) {
      const isBought = ref === null || (await referenceOf(db, ref))?.state === 'live'
      return isBought ? renderLabel(content, dpi) : undefined
    },

    async track(ref, order, items) {
      const fault = await takeSwitch(db, 'track')
      if (fault?.answer === 'failing') throw new Error('The sandbox carrier is set to fail')
      if (fault) await sleep(fault.delay_ms)
      const reference = await referenceOf(db, ref)
      if (reference?.state !== 'live') return { kind: 'tracked', events: [] }
      const events = items.flatMap((item) => journeyOf(item.item_number, order)).filter(({ at }) => at <= now())
      return { kind: 'tracked', events }
    },
  }
}

function outcomeOf(reference: Reference): PurchaseOutcome {
  const { carrier_no, further_nos } = reference
  if (carrier_no) return { kind: 'accepted', carrier_no, further_nos }
  return { kind: 'rejected', reason: reference.reason ?? 'This reference was cancelled.' }
}

const finalWordOn = (reference: Reference): ResolveOutcome =>
  reference.state === 'tombstoned' ? { kind: 'tombstoned' } : outcomeOf(reference)
