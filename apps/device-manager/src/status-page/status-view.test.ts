import type { PrintJob, Printer, Scale } from '@postroom/contract/device-messages'
import { expect, test } from 'vitest'
import { faultOf } from '../device-refusal.ts'
import { aDeviceStatus, PAIRING } from '../testing/a-device-status.ts'
import { aJob } from '../testing/a-job.ts'
import type { DeviceStatus } from './device-status.ts'
import { statusView } from './status-view.ts'

const at = '2026-11-21T10:04:00Z'
const view = (changes: Partial<DeviceStatus>, language: 'en' | 'fr' = 'en') =>
  statusView(aDeviceStatus(changes), language)
/** The ids of the sections, in order. */
const sections = (html: string) => [...html.matchAll(/<section id="([\w-]+)"/g)].map(([, id]) => id)
const section = (html: string, id: string) => new RegExp(`<section id="${id}".*?</section>`, 's').exec(html)?.[0] ?? ''
/** Tone and words of each row. */
const rows = (html: string) =>
  [...html.matchAll(/<span class="name">([^<]*)<\/span><span class="(\w+)">([^<]*)</g)].map((found) => found.slice(1))

test.each<[string, Partial<DeviceStatus>, string[]]>([
  ['paired', {}, ['connection', 'newer', 'pause', 'printers', 'scale', 'jobs']],
  [
    'paired, with a version that was taken back',
    { newer: undefined, rolledBack: '1.3.0' },
    ['connection', 'rolled-back', 'pause', 'printers', 'scale', 'jobs'],
  ],
  ['paired, without a scale', { newer: undefined, scales: [] }, ['connection', 'pause', 'printers', 'jobs']],
  ['not paired', { connection: PAIRING, newer: undefined }, ['connection']],
])('shows the sections of a device that is %s', (_what, changes, shown) => {
  expect(sections(view(changes))).toEqual(shown)
})

test.each([
  ['connected', '<p class="good">Connected</p>'],
  ['connecting', '<p class="warn">'],
] as const)('shows the connection and its organisation: %s', (state, words) => {
  const connection = { state, alias: 'a', organisation: 'Angharad & Ben', documents_url: '' }
  const html = section(view({ connection }), 'connection')
  expect(html).toContain(words)
  expect(html).toContain('<p>Organisation: Angharad &amp; Ben</p><p class="quiet">Server: https://post.example</p>')
})

test.each([
  // set by the environment, paired  says so   offers another
  [true, true, true, false],
  [true, false, true, false],
  [false, true, false, false],
  [false, false, false, true],
])('managed: %s, paired: %s', (isManaged, isPaired, saysSo, offersOther) => {
  const html = section(view({ isManaged, isPaired, connection: { state: 'starting' } }), 'connection')
  expect(html.match(/<p class="quiet">/g)).toHaveLength(saysSo ? 2 : 1)
  expect(html.includes('href="/server?language=en"')).toBe(offersOther)
  expect(html).not.toContain('class="warn"')
})

test('shows the code, and the server as a link', () => {
  const html = section(view({ connection: PAIRING }), 'connection')
  expect(html).toContain('<p class="code">K7QM-2XWP</p>')
  expect(html).toContain(
    '<a href="https://post.example" target="_blank" rel="noreferrer">https://post.example</a></li>',
  )
  expect(html.match(/<li>/g)).toHaveLength(3)
  expect(section(view({ connection: PAIRING, server: undefined }), 'connection')).toContain('<a href="" ')
})

test.each([
  [false, 'true', 0],
  [true, 'false', 1],
])('offers to change the pause: %s', (isPaused, value, warnings) => {
  const html = section(view({ isPaused }), 'pause')
  expect(html).toContain(`<input type="hidden" name="paused" value="${value}">`)
  expect([...html.matchAll(/class="warn"/g)]).toHaveLength(warnings)
})

const url = 'https://post.example/a/new_1.3.0.deb'
test.each([
  ['automatic', false, false],
  ['deb', true, true],
  ['download', true, false],
] as const)('shows a newer version that comes by %s', (how, hasLink, hasCommand) => {
  const html = section(view({ newer: { version: '1.3.0', url, sha256: 'ab', how } }), 'newer')
  expect(html).toContain(': 1.3.0</h2>')
  expect(html.includes(`<a href="${url}" rel="noreferrer">`)).toBe(hasLink)
  expect(html.includes('SHA-256 ab')).toBe(hasLink)
  expect(html.includes('<p class="command">sudo apt install ./new_1.3.0.deb</p>')).toBe(hasCommand)
})

const printer = (changes: Partial<Printer>): Printer => ({
  ...aDeviceStatus().printers[0]!,
  media_ready: [],
  ...changes,
})
const A4 = { name: 'a4', width_mm: 210, height_mm: 297 }
const ROLL = { name: 'r', width_mm: 62.25, height_mm: 999, endless: true } as const
test.each<[Partial<Printer>, string[], string[], string]>([
  [{ state: 'ready' }, ['Virtual printer', 'good', 'Ready'], [], ''],
  [{ state: 'printing' }, ['Virtual printer', 'good', 'Printing'], [], ''],
  [
    { state: 'stopped', reasons: ['cover-open'] },
    ['Virtual printer', 'warn', 'Stopped'],
    [faultOf('cover_open').description],
    '',
  ],
  [
    { state: 'stopped', reasons: ['gremlins'] },
    ['Virtual printer', 'warn', 'Stopped'],
    [`${faultOf('printer_stopped').description} gremlins`],
    '',
  ],
  [
    { state: 'stopped', reasons: [] },
    ['Virtual printer', 'warn', 'Stopped'],
    [faultOf('printer_stopped').description],
    '',
  ],
  [
    { state: 'offline', reasons: ['cover-open'] },
    ['Virtual printer', 'warn', 'Does not answer'],
    [faultOf('printer_offline').description],
    '',
  ],
  [
    { media_ready: [A4, ROLL] },
    ['Virtual printer', 'good', 'Ready'],
    [],
    'Loaded: 210 × 297 mm, endless roll of 62.3 mm',
  ],
])('shows the printer %j', (changes, row, notices, loaded) => {
  const html = section(view({ printers: [printer(changes)] }), 'printers')
  expect(rows(html)).toEqual([row])
  expect([...html.matchAll(/class="notice">([^<]*)</g)].map(([, words]) => words)).toEqual(notices)
  expect(/class="quiet">([^<]*)</.exec(html)?.[1] ?? '').toBe(loaded)
})

test.each<[Partial<Scale>, string[]]>([
  [{ state: 'weight', grams: 1_250 }, ['DYMO M10', 'good', '1,250 g']],
  [{ state: 'zero', grams: undefined }, ['DYMO M10', 'good', expect.stringMatching(/^\D+$/) as string]],
  [{ state: 'fault', grams: undefined }, ['DYMO M10', 'warn', expect.stringMatching(/^\D+$/) as string]],
  [{ state: 'gone', grams: undefined }, ['DYMO M10', 'warn', expect.stringMatching(/^\D+$/) as string]],
])('shows the scale %j', (changes, row) => {
  const [scale] = aDeviceStatus().scales
  expect(rows(section(view({ scales: [{ ...scale!, ...changes }] }), 'scale'))).toEqual([row])
})

const error = faultOf('media_empty', 'Facts.')
test.each<[PrintJob['state'], string, PrintJob['error'], string[]]>([
  ['printed', 'good', undefined, []],
  ['queued', 'quiet', undefined, []],
  ['sending', 'quiet', undefined, []],
  ['cancelled', 'quiet', error, []],
  ['failed', 'warn', error, [error.description]],
  ['unknown', 'warn', error, [error.description]],
  ['unknown', 'warn', undefined, []],
])('shows a job that is %s as %s', (state, tone, fault, notices) => {
  const job = aJob('job-1', { state, title: '<b>', updated_at: at, ...(fault && { error: fault }) })
  const html = section(view({ jobs: [job] }), 'jobs')
  expect(rows(html).map((row) => row.slice(0, 2))).toEqual([['&lt;b&gt;', tone]])
  expect([...html.matchAll(/class="notice">([^<]*)</g)].map(([, words]) => words)).toEqual(notices)
  expect(html).toMatch(/<p class="quiet">21\/11\/2026, \d\d:04<\/p>/)
})

test('explains a job in French, as far as there is a French text', () => {
  const jobs = [error, { code: 'unheard_of', description: 'In English.' }].map((fault) =>
    aJob('job-1', { state: 'failed', error: fault }),
  )
  const notices = [...section(view({ jobs }, 'fr'), 'jobs').matchAll(/class="notice">([^<]*)</g)].map(
    ([, words]) => words,
  )
  expect(notices).toEqual([
    'L’imprimante n’a plus de papier. Mettez un nouveau rouleau ou des feuilles.',
    'In English.',
  ])
})

test('says that there is nothing, and leads to the log only once it is paired', () => {
  const html = view({ printers: [], jobs: [] })
  for (const id of ['printers', 'jobs']) expect(section(html, id)).toMatch(/<p class="quiet">[^<]+<\/p><\/section>$/)
  expect(html).toContain('<a href="/log?language=en">')
  expect(html).toContain(' 1.2.9</span>')
  expect(view({ isPaired: false })).not.toContain('/log')
})
