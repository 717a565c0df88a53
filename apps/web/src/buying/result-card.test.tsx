import { screen, within } from '@testing-library/dom'
import { expect, it, vi } from 'vitest'
import type { DocumentProgress } from '../printing/print-progress.ts'
import { saveSession } from '../session/session-store.ts'
import { aShipment } from '../testing/a-shipment.ts'
import { USER } from '../testing/a-user.ts'
import { show } from '../testing/show.tsx'
import { ResultCard } from './result-card.tsx'
import type { BuyAndPrint } from './use-buy-and-print.ts'

const { to, meta_data } = aShipment()
const LABEL = { document: 'label', kind: 'mailing' } as const
const DONE: DocumentProgress = { ...LABEL, phase: 'DONE' }
const PRINTING: DocumentProgress = { ...LABEL, phase: 'PRINTING' }
const failed = (uncertain: boolean): DocumentProgress => ({
  ...LABEL,
  phase: 'ERROR',
  code: 'printer_stopped',
  description: '',
  uncertain,
})
type Phase = BuyAndPrint['progress']['phase']

function showResult(phase: Phase, document: DocumentProgress, result = aShipment({ void_until: '2026-12-07' })) {
  saveSession(USER)
  const printAgain = vi.fn<BuyAndPrint['printAgain']>(async () => {})
  const sending = { progress: { phase, documents: [document] }, result, printAgain, cameOut: () => {}, close: () => {} }
  const user = show(<ResultCard sending={sending as unknown as BuyAndPrint} />)
  return { user, printAgain, card: within(screen.getByRole('region')) }
}

it.each<[string, Phase, DocumentProgress, string, string[]]>([
  ['being printed', 'PRINTING', PRINTING, 'Being printed: 2nd Class', ['Receipt', 'Close']],
  ['printed', 'DONE', DONE, 'Printed: 2nd Class', ['Print again', 'Receipt', 'Void, until Mon 7 Dec', 'Close']],
  [
    'not printed',
    'ERROR',
    failed(false),
    'Bought, not printed: 2nd Class',
    ['Print again', 'Receipt', 'Void, until Mon 7 Dec', 'Close'],
  ],
  [
    'perhaps printed',
    'ERROR',
    failed(true),
    'Bought, perhaps printed: 2nd Class',
    ['Print again', 'The label came out', 'Receipt', 'Void, until Mon 7 Dec', 'Close'],
  ],
])('a result that is %s has its acts', (_state, phase, document, title, acts) => {
  const { card } = showResult(phase, document)
  expect(screen.getByRole('region').getAttribute('aria-labelledby')).toBe('result-title')
  expect(card.getByRole('heading')).toHaveTextContent(new RegExp(`^${title}`))
  const names = card.getAllByRole('button').map((one) => one.getAttribute('aria-label') ?? one.textContent.trim())
  expect(names).toEqual(acts)
  expect(screen.getByRole('region').className).toMatch(phase === 'ERROR' ? /warn/ : /good/)
  expect(card.queryAllByText('The label is printed.')).toHaveLength(phase === 'DONE' ? 1 : 0)
})

it('only what can be voided has the act for it', () => {
  const { card } = showResult('DONE', DONE, aShipment())
  expect(card.queryByRole('button', { name: /^Void/ })).toBeNull()
})

it.each([
  [{}, 'to Marguerite Llewellyn, £0.91', 'ZZ123456785GB · Aberystwyth, SY23 2HT'],
  [{ company_name: 'Sun Ltd' }, 'to Marguerite Llewellyn, £0.91', 'ZZ123456785GB · Sun Ltd, Aberystwyth, SY23 2HT'],
  [{ name: '', company_name: 'Sun Ltd' }, 'to Sun Ltd, £0.91', 'ZZ123456785GB · Aberystwyth, SY23 2HT'],
  [{ name: '', postal_code: '' }, ', £0.91', 'ZZ123456785GB · Aberystwyth'],
])('names the addressee, and the facts without it: %o', (change, title, facts) => {
  const { card } = showResult('DONE', DONE, aShipment({ to: { ...to, ...change } }))
  expect(card.getByRole('heading')).toHaveTextContent(`Printed: 2nd Class${title.startsWith(',') ? '' : ' '}${title}`)
  expect(card.getByText(facts)).toBeVisible()
})

it('a shipment without a number has its place only', () => {
  const { card } = showResult('DONE', DONE, aShipment({ meta_data: { ...meta_data, tracking: '' } }))
  expect(card.getByText('Aberystwyth, SY23 2HT')).toBeVisible()
})

it('prints again without a reason after a failure, and with one when it came out', async () => {
  const after = showResult('ERROR', failed(false))
  await after.user.click(after.card.getByRole('button', { name: 'Print again' }))
  expect(after.printAgain.mock.calls).toEqual([[aShipment({ void_until: '2026-12-07' })]])
  const { user, card, printAgain } = showResult('DONE', DONE)
  await user.click(card.getByRole('button', { name: /Print again/ }))
  expect(screen.getAllByRole('menuitem').length).toBeGreaterThan(2)
  await user.click(screen.getByRole('menuitem', { name: 'The paper jammed' }))
  expect(printAgain.mock.calls.map(([, reason]) => reason)).toEqual(['jam'])
})
