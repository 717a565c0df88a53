import { getShipment } from '@postroom/contract/shipment'
import { reprintShipment } from '@postroom/contract/shipment-change'
import { confirmPrint } from '@postroom/contract/shipment-print'
import { waitFor } from '@testing-library/dom'
import { useEffect } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { queryClient } from '../api/query-client.ts'
import { DeviceProvider, useDevices, type Devices } from '../device/device-context.tsx'
import { readSession, saveSession } from '../session/session-store.ts'
import { aJob } from '../testing/a-job.ts'
import { aShipment } from '../testing/a-shipment.ts'
import { USER } from '../testing/a-user.ts'
import { pairDevice, pairTwoDevices } from '../testing/fake-device.ts'
import { Refusal, server } from '../testing/fake-server.ts'
import { pass, useMovedClock } from '../testing/moved-clock.ts'
import { show } from '../testing/show.tsx'
import { usePrint, type Print } from './use-print.ts'

const [label] = aShipment().docs
const SHIPMENT = aShipment({
  customs_form: { form: 'cn22', reason: 'within_cn22', invoice: false },
  docs: [label!, { ...label!, type: 'cn22' } as never],
})
const seen: { print: Print; devices: Devices }[] = []
const now = () => seen.at(-1)!
function Probe() {
  const print = usePrint()
  const devices = useDevices()
  useEffect(() => void seen.push({ print, devices }))
  return null
}
const open = () =>
  show(
    <DeviceProvider>
      <Probe />
    </DeviceProvider>,
  )
const connected = () => waitFor(() => expect(now().devices.main.state).toBe('connected'))
const NOUNS = ['attention', 'shipments']
const areStale = () => NOUNS.map((noun) => queryClient.getQueryState([noun])?.isInvalidated)

beforeEach(() => {
  seen.length = 0
  saveSession(USER)
  for (const noun of NOUNS) queryClient.setQueryData([noun], 'known')
  server.on(getShipment, () => SHIPMENT)
  server.on(reprintShipment, () => SHIPMENT)
})

it('sends nothing to another workstation that is not connected', async () => {
  useMovedClock()
  const { reception, office } = pairTwoDevices()
  localStorage.setItem('postroom.device', reception.hub.id)
  localStorage.setItem('postroom.device.form', office.hub.id)
  office.isThere = false
  const prints = reception.on('print', ({ job_id }) => ({ job: aJob({ job_id, state: 'printed' }) }))
  open()
  await connected()
  const printed = now().print.printShipment(SHIPMENT, { isFirst: true, hasFreshLinks: true })
  await pass(12)
  const { phase, documents } = await printed
  expect(phase).toBe('ERROR')
  expect(documents).toMatchObject([
    { document: 'label', phase: 'DONE' },
    { document: 'cn22', phase: 'ERROR', code: 'device_not_connected', uncertain: false, place: 'Back office' },
  ])
  expect(prints).toHaveLength(1)
  expect(localStorage.getItem('postroom.jobs_sent')).toBeNull()
})

it.each([
  [true, [false, false]],
  [false, [true, true]],
])('after a print, a test (%s) leaves what is known of shipments as it is', async (isTest, stale) => {
  const device = pairDevice()
  device.on('print', ({ job_id }) => ({ job: aJob({ job_id, state: 'printed' }) }))
  open()
  await connected()
  const { phase } = await now().print.printShipment(SHIPMENT, { isFirst: true, hasFreshLinks: true, isTest })
  expect(phase).toBe('DONE')
  await waitFor(() => expect(areStale()).toEqual(stale))
})

it.each([
  ['all documents', undefined, 1],
  ['one of two documents', ['label'] as const, 0],
])('the print of %s is confirmed once the user has seen it', async (_what, documents, times) => {
  const device = pairDevice()
  device.on('print', ({ job_id }) => ({ job: aJob({ job_id, state: 'unknown' }) }))
  const confirmed = server.on(confirmPrint, ({ params }) => ({ id: params.id, print_state: 'printed' as const }))
  open()
  await connected()
  const { documents: out } = await now().print.printShipment(SHIPMENT, { ...(documents && { documents }) })
  for (const noun of NOUNS) queryClient.setQueryData([noun], 'known')
  await waitFor(() => expect(now().print.progress).toMatchObject({ phase: 'ERROR', documents: out }))
  const ends: boolean[] = []
  for (const document of out) {
    ends.push(now().print.cameOut(document))
    await waitFor(() => expect(now().print.progress.documents.every(({ phase }) => phase !== 'PRINTING')).toBe(true))
    await waitFor(() =>
      expect(
        now().print.progress.documents.some((one) => one.document === document.document && one.phase === 'ERROR'),
      ).toBe(false),
    )
  }
  expect(ends).toEqual(documents ? [true] : [false, true])
  await waitFor(() => expect(now().print.progress.phase).toBe('IDLE'))
  await waitFor(() => expect(confirmed).toHaveLength(times))
  await waitFor(() => expect(areStale()).toEqual(times === 1 ? [true, true] : [false, false]))
})

it('an ended session is announced, and nothing was sent', async () => {
  const device = pairDevice()
  const prints = device.on('print', ({ job_id }) => ({ job: aJob({ job_id }) }))
  open()
  await connected()
  server.on(reprintShipment, () => new Refusal('session_expired'))
  const { documents } = await now().print.printShipment(SHIPMENT)
  expect(documents.map(({ phase }) => phase)).toEqual(['ERROR', 'ERROR'])
  expect(prints).toEqual([])
  expect(readSession()).toBeUndefined()
})
