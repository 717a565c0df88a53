import { fireEvent, screen } from '@testing-library/dom'
import { expect, it, vi } from 'vitest'
import { i18next } from '../i18n.ts'
import { aJob } from '../testing/a-job.ts'
import { show } from '../testing/show.tsx'
import { failureText } from './failure-text.ts'
import { progressOf, type DocumentProgress, type JobProgress } from './print-progress.ts'
import { PrintStatus } from './print-status.tsx'

const label = (progress: JobProgress, place?: string): DocumentProgress => ({
  document: 'label',
  kind: 'mailing',
  place,
  ...progress,
})
const form = (progress: JobProgress, place?: string): DocumentProgress => ({
  document: 'cn22',
  kind: 'form',
  place,
  ...progress,
})
const RUNNING = { phase: 'PRINTING' } as const
const DONE = { phase: 'DONE' } as const
const STOPPED = { phase: 'ERROR', code: 'printer_stopped', description: '', uncertain: false } as const
const UNKNOWN = { phase: 'ERROR', code: 'outcome_unknown', description: '', uncertain: true } as const
const spooled: JobProgress = { phase: 'PRINTING', job: aJob({ state: 'spooled' }) }

const showDocuments = (documents: DocumentProgress[], isTest = false) => {
  const again = vi.fn<() => void>()
  const cameOut = vi.fn<(document: DocumentProgress) => void>()
  show(<PrintStatus progress={progressOf(documents, isTest)} isTest={isTest} onAgain={again} onCameOut={cameOut} />)
  return { again, cameOut }
}
const sentences = () => [...document.querySelectorAll('p')].map((line) => line.textContent)
const buttons = () => screen.queryAllByRole('button').map((button) => button.textContent)

it('renders nothing before the first print', () => {
  show(<PrintStatus progress={{ phase: 'IDLE', documents: [] }} />)
  expect(document.body).toHaveTextContent(/^$/)
})

it.each<[string, DocumentProgress[]]>([
  ['Printing…', [label(RUNNING)]],
  ['The printer is working', [label(spooled)]],
  ['At Office: The printer is working', [label(spooled, 'Office')]],
  ['Label (1 of 2): Printing…', [label(RUNNING), form(RUNNING)]],
  ['At Office: Customs form CN22 (2 of 2): The printer is working', [label(DONE), form(spooled, 'Office')]],
])('shows %o while it prints', (text, documents) => {
  showDocuments(documents)
  expect(screen.getByRole('progressbar', { name: text })).toBeVisible()
  expect(screen.queryByText(/Test print/)).toBeNull()
})

it('says while a test prints that no postage is bought', () => {
  showDocuments([label(RUNNING)], true)
  expect(screen.getByText('Test print: no postage is bought')).toBeVisible()
  show(<PrintStatus progress={{ phase: 'TEST', documents: [] }} isTest />)
  expect(screen.getByRole('progressbar', { name: 'Printing…' })).toBeVisible()
})

it.each<[string[], DocumentProgress[], boolean]>([
  [['The label is printed.'], [label(DONE)], false],
  [['The test label is printed.'], [label(DONE)], true],
  [['The label is printed.', 'At Office: The customs form is printed.'], [label(DONE), form(DONE, 'Office')], false],
])('says when all is printed: %o', (lines, documents, isTest) => {
  showDocuments(documents, isTest)
  expect(sentences()).toEqual(lines)
  expect(screen.getByRole('status')).toBeVisible()
})

const FREE = 'The postage is bought. Reprinting is free.'
const CHECK = 'Check the printer. You can reprint anything that did not come out, free of charge.'
const WHY = failureText(STOPPED, 'mailing', i18next)
const WHY_FORM = failureText(STOPPED, 'form', i18next)

it.each<[string, DocumentProgress[], boolean, 'alert' | 'status', string[], string[]]>([
  ['one failed', [label(STOPPED)], false, 'alert', ['The label was not printed', WHY, FREE], ['Print again']],
  ['one failed test', [label(STOPPED)], true, 'alert', ['The label was not printed', WHY], ['Print again']],
  [
    'one failed elsewhere',
    [label(STOPPED, 'Office')],
    false,
    'alert',
    ['At Office: The label was not printed', WHY, FREE],
    ['Print again'],
  ],
  [
    'one unknown',
    [label(UNKNOWN)],
    false,
    'status',
    ['It is not known whether this was printed', CHECK],
    ['Print again', 'The label came out'],
  ],
  [
    'one of two failed',
    [label(DONE), form(STOPPED)],
    false,
    'alert',
    ['Not everything is printed', 'The label is printed.', `The customs form is not printed: ${WHY_FORM}`, FREE],
    ['Print the customs form again'],
  ],
  [
    'one of two unknown',
    [label(DONE), form(UNKNOWN, 'Office')],
    false,
    'status',
    [
      'Not everything is printed',
      'The label is printed.',
      'At Office: It is not known whether the customs form was printed.',
      CHECK,
    ],
    ['Print the customs form again', 'The customs form came out'],
  ],
  [
    'one failed and one unknown',
    [label(STOPPED), form(UNKNOWN)],
    false,
    'alert',
    [
      'Not everything is printed',
      `The label is not printed: ${WHY}`,
      'It is not known whether the customs form was printed.',
      CHECK,
      FREE,
    ],
    ['Print again', 'The customs form came out'],
  ],
])('shows what came out and what can be done: %s', (_case, documents, isTest, role, lines, offered) => {
  showDocuments(documents, isTest)
  expect(screen.getByRole(role)).toBeVisible()
  expect(sentences()).toEqual(lines)
  expect(buttons()).toEqual(offered)
})

it('shows why nobody knows whether a claimed print came out', () => {
  showDocuments([label({ ...UNKNOWN, code: 'print_claimed' })])
  expect(sentences()[1]).toBe(failureText({ code: 'print_claimed', description: '' }, 'mailing', i18next))
})

it('reports the pressed button with its document', () => {
  const { again, cameOut } = showDocuments([label(DONE), form(UNKNOWN)])
  fireEvent.click(screen.getByRole('button', { name: 'The customs form came out' }))
  expect(cameOut.mock.calls.map(([{ document }]) => document)).toEqual(['cn22'])
  expect(again).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: /again/ }))
  expect(again).toHaveBeenCalledOnce()
})

it('offers nothing where nothing can be done', () => {
  show(<PrintStatus progress={progressOf([label(UNKNOWN)], false)} />)
  expect(buttons()).toEqual([])
})

it.each([
  [{ code: 'printer_not_set', description: '' }, 'The mailing printer is not setup correctly'],
  [{ code: 'from_tomorrow', description: 'The drum is empty.' }, 'The drum is empty.'],
  [{ code: 'from_tomorrow', description: '' }, 'from_tomorrow'],
] as const)('gives the reason of %o', (failure, words) => {
  expect(failureText(failure, 'mailing', i18next)).toMatch(new RegExp(`^${words}`))
})

it('names the loaded and the needed media', () => {
  const sizes = {
    from: 'loaded' as const,
    sizes: [
      { width_mm: 62, height_mm: 100, endless: true as const },
      { width_mm: 210, height_mm: 297 },
    ],
    needed: { width_mm: 101.6, height_mm: 152.4 },
  }
  expect(failureText({ code: 'media_mismatch', description: '', sizes }, 'mailing', i18next)).toMatch(
    /\. In the printer: endless roll of 62 mm, 210 × 297 mm\. Needed: 102 × 152 mm\.$/,
  )
})
