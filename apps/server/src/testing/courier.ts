import { finish, newPdf } from '@postroom/documents/pdf/pdf'
import type { Pence } from '@postroom/domain/money'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CarrierPort, ResolveOutcome } from '../carriers/carrier-port.ts'

/** A carrier unlike the sandbox: one service, its own numbers and labels, and its own charge for each order. */
export interface Courier extends CarrierPort {
  /** What it charges for the next orders, in pence, oldest first; then as quoted. */
  charges: Pence[]
  /** The call with this name does not answer once. */
  silent?: 'purchase' | 'void' | undefined
  /** The calls it received. */
  calls: string[]
}

const LABEL = { width_mm: 80, height_mm: 60 }

/** @param firstNumber number of its first label; later ones count up from it */
export function aCourier(firstNumber = 'DX1000001'): Courier {
  const outcomes = new Map<string, ResolveOutcome>()
  let issued = 0
  const nextNumber = () => `${firstNumber.slice(0, 2)}${Number(firstNumber.slice(2)) + issued++}`
  const decide = (ref: string, outcome: () => ResolveOutcome): ResolveOutcome => {
    const decided = outcomes.get(ref) ?? outcome()
    outcomes.set(ref, decided)
    return decided
  }
  const courier: Courier = {
    timeout_ms: 300,
    finishedLabels: true,
    charges: [],
    calls: [],
    services: () => ['1'],

    async purchase(ref, { labels }) {
      courier.calls.push('purchase')
      const outcome = decide(ref, () => {
        const [carrier_no = '', ...further_nos] = Array.from({ length: labels }, nextNumber)
        const charged = courier.charges.shift()
        return { kind: 'accepted', carrier_no, further_nos, ...(charged !== undefined && { charged }) }
      })
      await answer('purchase')
      return outcome.kind === 'tombstoned' ? { kind: 'rejected', reason: 'Cancelled.' } : outcome
    },
    async resolve(ref) {
      courier.calls.push('resolve')
      return decide(ref, () => ({ kind: 'tombstoned' }))
    },
    async void() {
      courier.calls.push('void')
      await answer('void')
      return { kind: 'voided' }
    },
    layOutLabel: () => void courier.calls.push('layOutLabel'),
    async documents(ref, { numbers, created_at }) {
      courier.calls.push('documents')
      const doc = newPdf('Courier label', created_at, LABEL)
      doc.font('bold', 14).text(`COURIER ${ref === null ? 'SAMPLE' : numbers.join(' ')}`, 10, 10)
      return { pdf: await finish(doc), ...LABEL, pages: 1 }
    },
    async track() {
      courier.calls.push('track')
      return { kind: 'tracked', events: [] }
    },
  }
  async function answer(call: 'purchase' | 'void'): Promise<void> {
    if (courier.silent !== call) return
    courier.silent = undefined
    await sleep(courier.timeout_ms + 100)
  }
  return courier
}
