import { listHubs, signDeviceRequest } from '@postroom/contract/hub'
import { screen, waitFor } from '@testing-library/dom'
import { useEffect } from 'react'
import { expect, it } from 'vitest'
import { saveSession } from '../session/session-store.ts'
import { USER } from '../testing/a-user.ts'
import { pageOf } from '../testing/answers.ts'
import { aJob } from '../testing/a-job.ts'
import { pairDevice, pairTwoDevices, PRINTER } from '../testing/fake-device.ts'
import { Refusal, server, UNREACHABLE } from '../testing/fake-server.ts'
import { pass, useMovedClock } from '../testing/moved-clock.ts'
import { closePage, show } from '../testing/show.tsx'
import { DeviceProvider, placeOf, useDevices, type Devices } from './device-context.tsx'
import { useDeviceText } from './device-status.tsx'
import { openToast } from '../ui/toast-queue.ts'

let devices: Devices
const see = (now: Devices) => void (devices = now)
function Shown() {
  const now = useDevices()
  useEffect(() => see(now), [now])
  const { main, byKind, inUse } = now
  return (
    <ul>
      <li>main {main.hub?.alias}</li>
      <li>state {main.state}</li>
      <li>text {useDeviceText(main).text}</li>
      <li>tone {useDeviceText(main).tone}</li>
      <li>form {byKind.form.hub?.alias}</li>
      <li>scale {main.scale?.grams}</li>
      <li>in use {inUse.map(({ hub }) => hub?.alias).join(', ')}</li>
    </ul>
  )
}
const showDevices = () => {
  saveSession(USER)
  show(
    <DeviceProvider>
      <Shown />
    </DeviceProvider>,
  )
}
const shows = (text: string) => waitFor(() => expect(screen.getByText(text)).toBeVisible())

it('connects to the paired device manager, and shows its printers', async () => {
  pairDevice()
  showDevices()
  expect(screen.getByText('state connecting')).toBeVisible()
  expect(screen.getByText('tone neutral')).toBeVisible()
  await shows('text Reception PC · 1 printer ready')
  for (const text of ['state connected', 'tone good', 'form Reception PC', 'in use Reception PC'])
    expect(screen.getByText(text)).toBeVisible()
})

it('says that printing is paused there, until it is resumed', async () => {
  const device = pairDevice()
  showDevices()
  await shows('state connected')
  device.report({ type: 'paused', paused: true })
  await shows('text Reception PC · printing is paused')
  device.report({ type: 'paused', paused: false })
  await shows('text Reception PC · 1 printer ready')
})

it('shows a device manager without a ready printer as a warning', async () => {
  const device = pairDevice()
  showDevices()
  await shows('state connected')
  device.report({ type: 'printers', printers: [{ ...PRINTER, state: 'offline' }] })
  await shows('text Reception PC · no printer ready')
  expect(screen.getByText('tone warn')).toBeVisible()
})

it('shows no device manager only once the list is known', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.on(listHubs, async () => {
    await promise
    return pageOf([])
  })
  showDevices()
  expect(screen.getByText('state connecting')).toBeVisible()
  resolve()
  await shows('state no_hub')
  await expect(devices.main.request('status', {}, { timeoutMs: 1 })).rejects.toThrow()
})

it('asks for new grants when its grant is denied, and continues with the new one on the same connection', async () => {
  const device = pairDevice()
  const calls = server.on(listHubs, () => pageOf([device.hub]))
  showDevices()
  await shows('state connected')
  const before = calls.length
  server.on(listHubs, () => pageOf([{ ...device.hub, auth_key: 'a-fresh-grant' }]))
  device.connection('denied')
  await shows('tone warn')
  await shows('state connected')
  expect(calls).toHaveLength(before)
})

it('retries as soon as the browser is online again', async () => {
  const device = pairDevice()
  const asked = device.on('status', () => ({ alias: '', version: '1', printers: [], scales: [], config: {} }))
  showDevices()
  await shows('state connected')
  const before = asked.length
  dispatchEvent(new Event('online'))
  await waitFor(() => expect(asked).toHaveLength(before + 1))
  closePage()
  dispatchEvent(new Event('online'))
  expect(asked).toHaveLength(before + 1)
  expect(device.listeners).toBe(0)
})

it('reads a scale only while it is connected', async () => {
  const device = pairDevice()
  showDevices()
  await shows('state connected')
  const scale = { id: 's', name: 'Scale', state: 'weight' as const, grams: 250, at: '2026-11-22T09:00:00.000Z' }
  device.report({ type: 'scale', scale })
  await shows('scale 250')
  device.connection('reconnecting')
  await waitFor(() => expect(screen.getByText('state not_connected')).toBeVisible())
  expect(screen.queryByText('scale 250')).toBeNull()
})

it('passes job events to each subscriber until it stops', async () => {
  const device = pairDevice()
  showDevices()
  await shows('state connected')
  const heard: string[] = []
  const stop = devices.main.onJob(({ job_id }) => void heard.push(job_id))
  await waitFor(() => expect(devices.main.isFollowed).toBe(true))
  device.report({ type: 'job', job: aJob({ job_id: 'first' }) })
  stop()
  device.report({ type: 'job', job: aJob({ job_id: 'second' }) })
  expect(heard).toEqual(['first'])
  await waitFor(() => expect(devices.main.isFollowed).toBe(false))
})

it('shows the configuration that was saved', async () => {
  pairDevice()
  showDevices()
  await shows('state connected')
  devices.main.configSaved({})
  await waitFor(() => expect(devices.main.config).toEqual({}))
})

it('keeps the connection to another workstation open while a job is followed there', async () => {
  const { reception, office } = pairTwoDevices()
  localStorage.setItem('postroom.device', reception.hub.id)
  localStorage.setItem('postroom.device.form', office.hub.id)
  showDevices()
  await shows('in use Reception PC, Back office')
  await waitFor(() => expect(devices.byKind.form.state).toBe('connected'))
  expect(placeOf(devices, 'form')).toBe('Back office')
  expect(placeOf(devices, 'mailing')).toBeUndefined()
  const stop = devices.byKind.form.onJob(() => {})
  await waitFor(() => expect(devices.byKind.form.isFollowed).toBe(true))
  devices.choose('form')
  await shows('in use Reception PC')
  expect(office.listeners).toBeGreaterThan(0)
  expect(localStorage.getItem('postroom.device.form')).toBeNull()
  stop()
  await waitFor(() => expect(office.listeners).toBe(0))
})

it('keeps the main workstation when another is chosen for one kind', async () => {
  const { reception, office } = pairTwoDevices()
  showDevices()
  await shows('main Reception PC')
  devices.choose('form', office.hub.id)
  await shows('form Back office')
  expect(localStorage.getItem('postroom.device')).toBe(reception.hub.id)
  expect(openToast()).toBeUndefined()
})

it.each([
  ['postroom.device', /^The workstation you chose is no longer paired\. Reception PC is used/, true],
  ['postroom.device.form', /^The workstation you chose for the form printer is no longer/, false],
] as const)('reports a choice in %s that is no longer paired', async (key, words, isKept) => {
  const { reception } = pairTwoDevices()
  localStorage.setItem(key, 'somebody-else')
  showDevices()
  await shows('main Reception PC')
  await waitFor(() => expect(openToast()).toMatchObject({ tone: 'warn' }))
  expect(openToast()?.text).toMatch(words)
  expect(localStorage.getItem(key)).toBe(isKept ? reception.hub.id : null)
})

it('waits for a connecting device manager, but not for ever', async () => {
  useMovedClock()
  const device = pairDevice()
  const { promise, resolve } = Promise.withResolvers<void>()
  server.on(listHubs, async () => {
    await promise
    return pageOf([device.hub])
  })
  showDevices()
  let isSettled = false
  const settled = devices.settled('mailing').then((now) => {
    isSettled = true
    return now
  })
  await pass(9)
  expect(isSettled).toBe(false)
  await pass(2)
  expect((await settled).main.state).toBe('connecting')
  const again = devices.settled('mailing')
  resolve()
  await shows('state connected')
  expect((await again).main.state).toBe('connected')
  expect((await devices.settled('mailing')).main.hub?.alias).toBe('Reception PC')
})

it('reports that the list of device managers cannot be loaded, and reloads it on request', async () => {
  useMovedClock()
  server.on(listHubs, () => UNREACHABLE)
  showDevices()
  await pass(10)
  await shows('state not_connected')
  expect(screen.getByText(/^text Device manager not connected · retry in (1\d|20) s$/)).toBeVisible()
  pairDevice()
  devices.main.retryNow()
  await shows('state connected')
})

it('signs a request again while the server is away, and reports a refusal at once', async () => {
  useMovedClock()
  const device = pairDevice()
  showDevices()
  await shows('state connected')
  const sign = { ...device.hub }
  let attempts = 0
  server.on(signDeviceRequest, ({ params, body }) => {
    attempts++
    if (attempts < 3) return attempts === 1 ? UNREACHABLE : new Refusal('internal_error')
    return {
      v: 1 as const,
      kid: 'key',
      b: JSON.stringify({ ...body, id: crypto.randomUUID(), hub: params.id }),
      s: 's',
    }
  })
  const jobs = devices.main.request('jobs.list', {}, { timeoutMs: 15_000 })
  await pass(10)
  expect(await jobs).toEqual({ jobs: [] })
  expect(attempts).toBe(3)
  const refused = server.on(signDeviceRequest, () => new Refusal('not_found'))
  await expect(devices.main.request('jobs.list', {}, { timeoutMs: 15_000 })).rejects.toMatchObject({
    code: 'not_found',
  })
  expect(refused.map(({ params }) => params.id)).toEqual([sign.id])
})
