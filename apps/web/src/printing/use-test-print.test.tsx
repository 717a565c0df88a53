import { getShipment, processShipment } from '@postroom/contract/shipment'
import { waitFor } from '@testing-library/dom'
import { useEffect } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { DeviceProvider, useDevices } from '../device/device-context.tsx'
import { draftOf, emptyShippingForm } from '../item-form/shipping-form.ts'
import { saveSession } from '../session/session-store.ts'
import { aJob } from '../testing/a-job.ts'
import { aShipment } from '../testing/a-shipment.ts'
import { USER } from '../testing/a-user.ts'
import { pairDevice } from '../testing/fake-device.ts'
import { server } from '../testing/fake-server.ts'
import { pass, useMovedClock } from '../testing/moved-clock.ts'
import { show } from '../testing/show.tsx'
import { useTestPrint, type TestPrint } from './use-test-print.ts'

const FORM = emptyShippingForm('2026-11-23', 'large_letter')
const { from, to } = aShipment()
const DRAFT = draftOf(
  { ...FORM, from, to, weight: '130g' },
  { service: '2', by: crypto.randomUUID(), total_charge: 190 },
)

const seen: { test: TestPrint; state: string }[] = []
const now = () => seen.at(-1)!
function Probe() {
  const test = useTestPrint()
  const { state } = useDevices().main
  useEffect(() => void seen.push({ test, state }))
  return null
}

beforeEach(() => {
  seen.length = 0
  saveSession(USER)
})

it('is running before there are documents, and shows each while it is printed', async () => {
  useMovedClock()
  const device = pairDevice()
  const prints = device.on('print', ({ job_id }) => ({ job: aJob({ job_id, state: 'queued' }) }))
  const made = server.on(processShipment, () => aShipment())
  server.on(getShipment, () => aShipment())
  show(
    <DeviceProvider>
      <Probe />
    </DeviceProvider>,
  )
  await waitFor(() => expect(now().state).toBe('connected'))
  const printed = now().test.testPrint(DRAFT)
  await waitFor(() => expect(made).toHaveLength(1))
  expect(now().test).toMatchObject({ isRunning: true, progress: { phase: 'TEST', documents: [] } })
  await pass(3)
  await waitFor(() =>
    expect(now().test.progress).toMatchObject({ phase: 'TEST', documents: [{ document: 'label', phase: 'PRINTING' }] }),
  )
  device.report({ type: 'job', job: aJob({ job_id: prints[0]!.job_id, state: 'printed' }) })
  await printed
  await waitFor(() => expect(now().test).toMatchObject({ isRunning: false, progress: { phase: 'DONE' } }))
})
