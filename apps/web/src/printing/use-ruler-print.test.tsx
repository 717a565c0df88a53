import { createRulerPage } from '@postroom/contract/ruler-page'
import { waitFor } from '@testing-library/dom'
import { useEffect } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { DeviceProvider, useDevices } from '../device/device-context.tsx'
import { saveSession } from '../session/session-store.ts'
import { aJob } from '../testing/a-job.ts'
import { USER } from '../testing/a-user.ts'
import { CONFIGS, pairTwoDevices, PRINTER } from '../testing/fake-device.ts'
import { Refusal, server } from '../testing/fake-server.ts'
import { show } from '../testing/show.tsx'
import { useRulerPrint } from './use-ruler-print.ts'

const PAGE = { type: 'ruler' as const, url: '/a.pdf', sha256: 'ab'.repeat(32), width_mm: 62, height_mm: 100, pages: 1 }
const seen: { ruler: ReturnType<typeof useRulerPrint>; state: string }[] = []
const now = () => seen.at(-1)!
function Probe() {
  const ruler = useRulerPrint()
  const { byKind } = useDevices()
  useEffect(() => void seen.push({ ruler, state: `${byKind.mailing.state} ${byKind.form.state}` }))
  return null
}
let devices: ReturnType<typeof pairTwoDevices>
const open = async () => {
  show(
    <DeviceProvider>
      <Probe />
    </DeviceProvider>,
  )
  await waitFor(() => expect(now().state).toBe('connected connected'))
}

beforeEach(() => {
  seen.length = 0
  saveSession(USER)
  devices = pairTwoDevices()
  localStorage.setItem('postroom.device', devices.reception.hub.id)
  localStorage.setItem('postroom.device.form', devices.office.hub.id)
})

it.each([
  ['mailing', { width_mm: 62, height_mm: 100 }, { width_mm: 62, height_mm: 100 }, false],
  ['form', { width_mm: 62, height_mm: 0, endless: true }, { width_mm: 62 }, true],
] as const)(
  'the page of the %s printer has the size of its media, and is remembered elsewhere',
  async (kind, media, body, isSent) => {
    const asked = server.on(createRulerPage, () => ({ ...PAGE, codes: [] }))
    const { office, reception } = devices
    for (const device of [office, reception])
      device.on('print', ({ job_id }) => ({ job: aJob({ job_id, state: 'printed' }) }))
    await open()
    const printed = await now().ruler.print(kind, media)
    expect(asked.map((each) => each.body)).toEqual([body])
    expect(printed).toEqual({ jobId: expect.stringMatching(/^ruler:/) as string, codes: [] })
    expect(localStorage.getItem('postroom.jobs_sent')).toBe(isSent ? printed!.jobId : null)
    await waitFor(() =>
      expect(now().ruler.ruler).toMatchObject({
        document: 'ruler',
        kind,
        phase: 'DONE',
        ...(isSent && { place: 'Back office' }),
      }),
    )
    now().ruler.forget()
    await waitFor(() => expect(now().ruler.ruler).toBeUndefined())
  },
)

it('a thermal printer of 203 dots gets a page of its own', async () => {
  const asked = server.on(createRulerPage, () => new Refusal('too_many_requests'))
  devices.reception.on('status', () => ({
    alias: 'Reception PC',
    version: '1.0.0',
    printers: [{ ...PRINTER, language: 'zpl', resolutions_dpi: [203], thermal_dpi: 203 }],
    scales: [],
    config: CONFIGS,
  }))
  await open()
  expect(await now().ruler.print('mailing', { width_mm: 62, height_mm: 100 })).toBeUndefined()
  expect(asked.map((each) => each.body.dpi)).toEqual([203])
  await waitFor(() =>
    expect(now().ruler.ruler).toMatchObject({ phase: 'ERROR', code: 'too_many_requests', uncertain: false }),
  )
})

it('a page that did not come out has no codes to check', async () => {
  server.on(createRulerPage, () => ({ ...PAGE, codes: [] }))
  devices.reception.on('print', ({ job_id }) => ({ job: aJob({ job_id, state: 'failed' }) }))
  await open()
  expect(await now().ruler.print('mailing', { width_mm: 62, height_mm: 100 })).toBeUndefined()
  await waitFor(() => expect(now().ruler.ruler?.phase).toBe('ERROR'))
})
