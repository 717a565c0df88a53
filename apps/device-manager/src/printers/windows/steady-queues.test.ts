import { expect, test } from 'vitest'
import type { Spooler } from './spooler.ts'
import { steadyName, withSteadyQueues } from './steady-queues.ts'

test.each([
  ['Zebra ZD421 (redirected 3)', 'Zebra ZD421 (redirected)', 3],
  ['Zebra ZD421 (Redirected 12)', 'Zebra ZD421 (Redirected)', 12],
  ['Étiquettes (redirigé 4)', 'Étiquettes (redirigé)', 4],
  ['Étiquettes (redirigée 4)', 'Étiquettes (redirigée)', 4],
  ['Drucker (umgeleitet 2)', 'Drucker (umgeleitet)', 2],
  ['Zebra (from DESK7) in session 5', 'Zebra (from DESK7)', 5],
  ['Zebra (de BUREAU) dans la session 5', 'Zebra (de BUREAU)', 5],
])('%s is %s in session %i', (queue, name, session) => expect(steadyName(queue)).toEqual({ name, session }))

test.each([
  'Zebra ZD421',
  'HP LaserJet (Copy 1)',
  'Brother QL-1110NWB (redirected)',
  'Room (redirected 3) upstairs',
  '(redirected 3)',
  '\\\\server\\Office 3',
  'Printer in session',
])('%s is a printer of its own', (queue) => expect(steadyName(queue)).toBeUndefined())

/** A terminal server, and what reached which queue. */
function aServer(names: string[]) {
  const calls: string[] = []
  let queues = names
  const asked = (what: string) => async (queue: string) => {
    calls.push(`${what} ${queue}`)
    return [] as never[]
  }
  const sent = async (queue: string) => {
    calls.push(`sent ${queue}`)
    return 7
  }
  const spooler: Spooler = {
    queues: async () => queues.map((name) => ({ name, driver: 'Acme', port: 'TS001', status: 0, attributes: 0 })),
    papers: asked('papers'),
    resolutions_dpi: asked('dpi'),
    sendRaw: sent,
    draw: sent,
    jobStatus: async (queue, job) => void calls.push(`status ${queue} ${job}`),
    deleteJob: async (queue) => void calls.push(`deleted ${queue}`),
    releaseJob: async (queue) => void calls.push(`released ${queue}`),
  }
  return { spooler, calls, reconnect: (next: string[]) => (queues = next) }
}
const namesOf = async (spooler: Spooler) => (await spooler.queues()).map(({ name }) => name)

test('the chosen printer is found again after a reconnect, and its job stays where it was sent', async () => {
  const server = aServer(['Zebra (redirected 3)', 'Office'])
  const steady = withSteadyQueues(server.spooler, () => undefined)
  expect(await namesOf(steady)).toEqual(['Zebra (redirected)', 'Office'])
  await steady.sendRaw('Zebra (redirected)', 'Label', new Uint8Array())
  server.reconnect(['Zebra (redirected 5)', 'Office'])
  expect(await namesOf(steady)).toEqual(['Zebra (redirected)', 'Office'])
  await steady.jobStatus('Zebra (redirected)', 7)
  await steady.draw('Zebra (redirected)', 'Form', { paper: 9, isLandscape: false, copies: 1, pagesAt: async () => [] })
  await steady.jobStatus('Zebra (redirected)', 7)
  await steady.sendRaw('Office', 'Label', new Uint8Array())
  expect(server.calls).toEqual([
    'sent Zebra (redirected 3)',
    'status Zebra (redirected 3) 7',
    'sent Zebra (redirected 5)',
    'status Zebra (redirected 5) 7',
    'sent Office',
  ])
})

test.each([
  // own session   names
  [5, ['Zebra (redirected 3)', 'Zebra (redirected)']],
  [undefined, ['Zebra (redirected 3)', 'Zebra (redirected 5)']],
  [4, ['Zebra (redirected 3)', 'Zebra (redirected 5)']],
])('of the printers of two sessions, session %s means its own', async (session, names) => {
  const { spooler } = aServer(['Zebra (redirected 3)', 'Zebra (redirected 5)'])
  expect(await namesOf(withSteadyQueues(spooler, () => session))).toEqual(names)
})

test('a printer of the server that has the steady name keeps it', async () => {
  const { spooler } = aServer(['Zebra (redirected)', 'Zebra (redirected 5)'])
  expect(await namesOf(withSteadyQueues(spooler, () => undefined))).toEqual([
    'Zebra (redirected)',
    'Zebra (redirected 5)',
  ])
})
