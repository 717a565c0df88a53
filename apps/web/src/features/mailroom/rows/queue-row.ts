import type { BatchRowState } from '@postroom/contract/shipment-batch'
import type { Shipment } from '@postroom/contract/shipment'
import type { QueuedShipment } from '@postroom/contract/shipment-pending'
import type { PackagingCode } from '@postroom/domain/catalogue/packaging'
import type { ServiceCode } from '@postroom/domain/catalogue/services'
import { gramsFrom } from '@postroom/domain/measures'

/** What the table shows of a prepared or a sold shipment. */
export interface QueueItem {
  /** Identifies the row: it stays when a rejected purchase changes the key. */
  code: string
  pendingId: string
  to: Pick<QueuedShipment['shipment']['to'], 'name' | 'company_name' | 'city' | 'postal_code' | 'country'>
  service: ServiceCode | undefined
  packaging: PackagingCode | undefined
  grams: number | undefined
  pence: number | undefined
  costcenter: string | undefined
  since: string
  note: string
}

/** What became of a row that this page bought, or tried to buy. */
export type Work =
  /** Taken without a connection: not bought. */
  | { step: 'kept' }
  | { step: 'buying' }
  /** In a batch; the state of the batch's row counts. */
  | { step: 'batched' }
  /** No answer came, so it may be bought. */
  | { step: 'unknown' }
  | { step: 'refused'; code: string; why: string }
  | { step: 'bought' | 'printed'; shipment: Shipment }
  | { step: 'not_printed'; shipment: Shipment; why: string; uncertain: boolean }

export type RowState = QueuedShipment['state'] | 'with_colleague' | Work['step']

export interface QueueRow extends QueueItem {
  state: RowState
  /** Absent once it has left the queue. */
  queued: QueuedShipment | undefined
  work: Work | undefined
  /** Why it cannot be bought, or was not printed. */
  why: string | undefined
  /** What is to be looked at in its order of a shop: the keys of a text. */
  orderTrouble: string | undefined
  /** The operator who works on it. */
  colleague: string | undefined
}

export function itemOf({ code, pending_id, shipment, note, created_at }: QueuedShipment): QueueItem {
  return {
    code,
    pendingId: pending_id,
    ...factsOf(shipment),
    service: shipment.service,
    pence: shipment.charges?.total_charge,
    since: created_at,
    note,
  }
}

/** A sold shipment that is no longer in the queue. */
export const soldItemOf = (code: string, pendingId: string, shipment: Shipment): QueueItem => ({
  code,
  pendingId,
  ...soldFacts(shipment),
  since: shipment.created_at,
  note: '',
})

function factsOf({ to, parcels, costcenter }: Pick<QueuedShipment['shipment'], 'to' | 'parcels' | 'costcenter'>) {
  const weight = parcels?.[0]?.weight
  return {
    to,
    packaging: parcels?.[0]?.packaging,
    grams: weight && gramsFrom(weight.value, weight.units),
    costcenter: costcenter[0]?.id,
  }
}

/** The rows of the queue and those this page has sold, oldest first. */
export function rowsOf(
  queue: readonly QueuedShipment[],
  worked: ReadonlyMap<string, { item: QueueItem; work: Work }>,
  batched: ReadonlyMap<string, BatchedRow>,
  { userId, now }: { userId: string; now: number },
): QueueRow[] {
  const inQueue = new Set(queue.map(({ code }) => code))
  const rows = queue.map((queued) => {
    const own = worked.get(queued.code)
    const work = workIn(own?.work, batched.get(queued.pending_id))
    const item = work?.step === 'buying' && own ? own.item : itemOf(queued)
    return rowOf({ ...item, pendingId: queued.pending_id }, queued, work, colleagueOf(queued, userId, now))
  })
  const left = [...worked.values()]
    .filter(({ item }) => !inQueue.has(item.code))
    .flatMap(({ item, work }) => {
      const became = workIn(work, batched.get(item.pendingId))
      // without a purchase it was given up meanwhile
      return became && ['buying', 'bought', 'printed', 'not_printed', 'unknown', 'batched'].includes(became.step)
        ? [rowOf(item, undefined, became, undefined)]
        : []
    })
  return left.length === 0 ? rows : [...rows, ...left].toSorted((a, b) => a.since.localeCompare(b.since))
}

/** A row of a batch, as the server reports it. */
export interface BatchedRow {
  state: BatchRowState
  why: string | undefined
  code: string | undefined
}

function workIn(work: Work | undefined, row: BatchedRow | undefined): Work | undefined {
  if (!row || (work && work.step !== 'batched')) return work?.step === 'batched' ? undefined : work
  switch (row.state) {
    case 'waiting':
      return { step: 'batched' }
    case 'buying':
    case 'bought':
      return { step: 'buying' }
    case 'unknown':
      return { step: 'unknown' }
    case 'failed':
      return { step: 'refused', code: row.code ?? '', why: row.why ?? '' }
    case 'stopped':
      return undefined
  }
}

function rowOf(
  item: QueueItem,
  queued: QueuedShipment | undefined,
  work: Work | undefined,
  colleague: string | undefined,
): QueueRow {
  const state = work?.step ?? (colleague === undefined ? (queued?.state ?? 'waiting') : 'with_colleague')
  const why = work && 'why' in work ? work.why : queued?.problem || undefined
  const orderTrouble = queued?.order && troubleOf(queued.order)
  return {
    ...item,
    ...(work && 'shipment' in work && soldFacts(work.shipment)),
    queued,
    work,
    state,
    why,
    orderTrouble,
    colleague,
  }
}

/** The key of the text for what happened to an order of a shop, or is wrong with it. */
function troubleOf({ mark, problems: [problem] }: NonNullable<QueuedShipment['order']>): string | undefined {
  if (mark) return `order.mark.${mark}`
  return problem && `order.problem.${problem}`
}

/** What was bought may differ from what was prepared. */
const soldFacts = (shipment: Shipment) => ({
  ...factsOf(shipment),
  service: shipment.service,
  pence: shipment.amount,
})

function colleagueOf({ claimed_by }: QueuedShipment, userId: string, now: number): string | undefined {
  if (!claimed_by || claimed_by.id === userId || Date.parse(claimed_by.until) <= now) return undefined
  return claimed_by.fullname
}

/** Whether an operator can do something with the row now. */
export const isOpen = ({ state }: QueueRow): boolean =>
  state === 'waiting' || state === 'weighed' || state === 'problem' || state === 'refused'

/** The filters, and the states behind each. */
export const GROUPS = {
  all: undefined,
  waiting: ['waiting', 'kept'],
  weighed: ['weighed'],
  printed: ['printed'],
  needs_you: ['problem', 'refused', 'not_printed', 'unknown'],
} as const satisfies Record<string, readonly RowState[] | undefined>
export type Group = keyof typeof GROUPS

export const isInGroup = ({ state }: Pick<QueueRow, 'state'>, group: Group): boolean =>
  GROUPS[group]?.some((one) => one === state) ?? true
