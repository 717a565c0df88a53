import type { Printer, Scale } from '@postroom/contract/device-messages'
import { describe, expect, it } from 'vitest'
import {
  deviceStep,
  NO_DEVICE,
  readyPrinters,
  secondsUntil,
  type DeviceChange,
  type DeviceState,
} from './device-state.ts'

const printer = (state: Printer['state']): Printer => ({
  id: state,
  name: state,
  driver: 'virtual',
  state,
  reasons: [],
  media: [],
  media_ready: [],
  resolutions_dpi: [300],
})
const NOW = 1_000_000
const scale: Scale = { id: 'scale', name: 'Bench', state: 'weight', grams: 250, at: '2026-11-21T10:00:00Z' }
const known: DeviceState = {
  state: 'connected',
  printers: [printer('ready')],
  config: {},
  scale,
  retryAt: undefined,
}

describe('a device manager is connected or not, and asked again every 20 s', () => {
  it.each<[string, DeviceState, DeviceChange, Partial<DeviceState>]>([
    ['the line opens', NO_DEVICE, { type: 'opened' }, { state: 'connecting' }],
    [
      'it answers',
      NO_DEVICE,
      { type: 'answered', printers: [], config: {}, scale },
      { state: 'connected', config: {}, scale },
    ],
    ['it does not answer', known, { type: 'silent' }, { state: 'not_connected', retryAt: NOW + 20_000 }],
    ['it says goodbye', known, { type: 'gone' }, { state: 'not_connected', retryAt: NOW + 20_000 }],
    [
      'its printers are still known while it is away',
      known,
      { type: 'gone' },
      { printers: known.printers, config: {} },
    ],
    ['the server refuses the grant', known, { type: 'denied' }, { state: 'denied', retryAt: undefined }],
    ['its scale weighs', NO_DEVICE, { type: 'scale', scale }, { scale }],
    ['its scale is pulled out', known, { type: 'scale', scale: { ...scale, state: 'gone' } }, { scale: undefined }],
    ['what was on its scale is not known while it is away', known, { type: 'gone' }, { scale: undefined }],
    ['nor without a right to hear of it', known, { type: 'denied' }, { scale: undefined }],
    ['its printers change', known, { type: 'printers', printers: [] }, { state: 'connected', printers: [] }],
  ])('%s', (_case, device, news, expected) => expect(deviceStep(device, news, NOW)).toMatchObject(expected))

  it.each([
    [NOW + 20_000, 20],
    [NOW + 19_999, 20],
    [NOW + 1, 1],
    [NOW, 0],
    [NOW - 5_000, 0],
  ])('the next attempt at %i is in %i s', (retryAt, seconds) => expect(secondsUntil(retryAt, NOW)).toBe(seconds))
})

it('a printer that is busy counts as ready, one without media or power does not', () => {
  const printers = (['ready', 'printing', 'stopped', 'offline'] as const).map(printer)
  expect(readyPrinters(printers).map(({ id }) => id)).toEqual(['ready', 'printing'])
})
