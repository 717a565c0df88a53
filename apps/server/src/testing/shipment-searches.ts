import type { ShipmentQuery } from '@postroom/contract/shipment-search'
import { sql } from 'kysely'
import type { countQuery, pageQuery } from '../features/shipments/search/search.store.ts'

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

const partsOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(partsOf)]
const rowsRead = (part: Plan): number =>
  part['Actual Loops'] *
  (part['Actual Rows'] + (part['Rows Removed by Filter'] ?? 0) + (part['Rows Removed by Index Recheck'] ?? 0))

/** How a query was executed: how it reached its rows, and the most rows that one step of it read. */
export async function executedPlan(query: ReturnType<typeof pageQuery> | ReturnType<typeof countQuery>) {
  const [explained] = await query.explain<{ 'QUERY PLAN': [{ Plan: Plan }] }>('json', sql`analyze`)
  const parts = partsOf(explained!['QUERY PLAN'][0].Plan)
  return {
    scans: parts.map((part) => part['Node Type']).filter((type) => type.includes('Scan')),
    read: Math.max(...parts.filter((part) => part['Relation Name'] !== undefined).map(rowsRead)),
  }
}

const SEARCHES: [string, Partial<ShipmentQuery>][] = [
  ['everything, newest first', {}],
  ['everything, oldest first', { orderAsc: 'true' }],
  ['the dearest', { orderBy: 'total_charge' }],
  ['by posting day', { orderBy: 'shipping_date', orderAsc: 'true' }],
  ['a month of purchases', { dateFrom: '2026-09-01', dateTo: '2026-09-30' }],
  ['a day of posting', { dateFilter: 'shipping', dateFrom: '2026-09-10', dateTo: '2026-09-10' }],
  ['one reference', { text: 'needle' }],
  ['one item number', { text: 'filled12345' }],
  ['one addressee by two words', { text: 'ellis77 person5077' }],
  ['a name that one in a thousand has', { text: 'morf' }],
  ['a word that every shipment has', { text: 'ellis' }],
  ['a postcode on a day', { text: 'nw1 3lh', dateFrom: '2026-10-01', dateTo: '2026-10-01' }],
  ['one service', { service: 'SD,SD9AM' }],
  ['what is being taken back', { status: 'void_requested' }],
  ['everything bought', { status: 'bought' }],
  ['everything to one country', { country: 'GB' }],
  ['another country', { country: 'FR' }],
  ['nobody', { person: '0192f7c2-5d8b-7c3a-9a51-3f0f6f6c2b11' }],
  ['a cost centre without shipments', { costcenter: '0192f7c2-5d8b-7c3a-9a51-3f0f6f6c2b11' }],
  ['nothing', { text: 'nobodyhasthis' }],
  ['the last page', { start: 9_975 }],
]

/** Every form of a search, over purchases alone, and with shipments entered by hand. */
export const SHIPMENT_SEARCHES: typeof SEARCHES = SEARCHES.flatMap(([name, asked]) => [
  [name, asked],
  [`${name}, with those entered by hand`, { ...asked, withManual: 'true' }],
])
