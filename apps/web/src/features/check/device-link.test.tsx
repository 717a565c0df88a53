import { expect, it, vi } from 'vitest'
import { withoutConnection, type Device } from '../../device/device-connector.tsx'
import { i18next } from '../../i18n.ts'
import { deviceLink } from './device-link.ts'

const hub = { id: 'hub-1', alias: 'Front desk' } as NonNullable<Device['hub']>
const retryNow = vi.fn<() => void>()
const device = (change: Partial<Device>): Device => ({ ...withoutConnection(hub), retryNow, ...change })
const newer = { version: '2.3.1', url: 'https://post.example/update' }

it('is named after its workstation unless it is the one of this browser', () => {
  expect(deviceLink(device({}), true, i18next)).toMatchObject({ id: 'device-hub-1', name: 'Device manager' })
  expect(deviceLink(device({}), false, i18next).name).toBe('Device manager: Front desk')
})

it.each([
  [
    { hub: undefined, state: 'no_hub' },
    {
      id: 'device-none',
      state: 'bad',
      fault: 'Not paired',
      words: 'Without one this browser can’t print.',
      remedy: { words: 'Pair a device manager', href: '/app/device-preferences' },
    },
  ],
  [{ state: 'connecting' }, { state: 'wait', words: 'asked when the live line is open' }],
  [
    { state: 'connecting', lineSince: 1 },
    { state: 'wait', words: 'being asked now' },
  ],
  [{ state: 'connected' }, { state: 'wait', words: 'asked when the live line is open' }],
  [
    { state: 'not_connected', lineSince: 1 },
    {
      state: 'bad',
      fault: 'No answer',
      words: 'Start the device manager on Front desk, then ask it again.',
      facts: 'No answer',
      remedy: { words: 'Ask it again', act: retryNow },
    },
  ],
  [
    { state: 'connected', lineSince: 1, version: '2.3.1' },
    { state: 'fine', words: 'Front desk has version 2.3.1', facts: 'version 2.3.1' },
  ],
  [
    { state: 'connected', lineSince: 1, version: '2.1.0', newer },
    {
      state: 'bad',
      fault: 'Old version',
      words: 'Front desk has version 2.1.0. Version 2.3.1 is published.',
      facts: 'version 2.1.0; version 2.3.1 is published',
      remedy: { words: 'Update to 2.3.1', href: 'https://post.example/update' },
    },
  ],
] as [Partial<Device>, object][])('%o is %o', (state, link) => {
  expect(deviceLink(device(state), true, i18next)).toMatchObject(link)
})
