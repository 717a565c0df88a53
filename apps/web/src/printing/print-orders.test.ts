import type { DocumentPrint } from '@postroom/contract/shipment-print'
import { expect, it } from 'vitest'
import { firstPrint, reprintsOf, restToPrint } from './print-orders.ts'

const print = (change: Partial<DocumentPrint> = {}): DocumentPrint => ({
  document: 'label',
  state: 'not_printed',
  prints: 1,
  job_id: 's:first:label',
  hub_id: 'here',
  ...change,
})
const rest = (prints: DocumentPrint[]) =>
  restToPrint({ id: 's', packaging: 'letter', prints }, () => 'here').map(
    ({ document, kind, jobId, isReprint }) => `${document} ${kind} ${jobId}${isReprint ? ' reprint' : ''}`,
  )

it.each<[string, Partial<DocumentPrint>, string[]]>([
  ['printed', { state: 'printed' }, []],
  ['of a kind that this page does not know', { document: 'poster' as never }, []],
  ['never sent', { prints: 0 }, ['label mailing s:first:label']],
  ['sent and silent', {}, ['label mailing s:first:label']],
  ['queued', { job_state: 'queued' }, ['label mailing s:first:label']],
  ['being sent', { job_state: 'sending' }, ['label mailing s:first:label']],
  ['spooled', { job_state: 'spooled' }, ['label mailing s:first:label']],
  ['failed', { job_state: 'failed' }, ['label mailing s:again-1:label reprint']],
  ['at another device manager', { hub_id: 'there' }, ['label mailing s:again-1:label reprint']],
  ['sent without an id', { job_id: undefined }, ['label mailing s:again-1:label reprint']],
  ['sent three times', { prints: 3, job_state: 'unknown' }, ['label mailing s:again-3:label reprint']],
  ['a customs form', { document: 'cn22', prints: 0 }, ['cn22 form s:first:cn22']],
])('what is left of a document that is %s', (_what, change, orders) => expect(rest([print(change)])).toEqual(orders))

it('a first print is no reprint; the reprints of one press are a round of their own', () => {
  const wanted = [
    { document: 'label', kind: 'mailing' },
    { document: 'cn22', kind: 'form' },
  ] as const
  expect(firstPrint('s', wanted[0])).toEqual({ ...wanted[0], jobId: 's:first:label', isReprint: false })
  const rounds = [reprintsOf('s', wanted), reprintsOf('s', wanted)]
  for (const round of rounds) expect(round.map(({ isReprint }) => isReprint)).toEqual([true, true])
  const ids = rounds.map((round) => round.map(({ jobId }) => jobId.split(':')[1]))
  expect(ids.map((round) => new Set(round).size)).toEqual([1, 1])
  expect(new Set(ids.flat()).size).toBe(2)
})
