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
  version: '1.0.0',
  newer: undefined,
  isPaused: false,
  lineSince: 1,
}

describe('the state of a device manager after an event', () => {
  it.each<[string, DeviceState, DeviceChange, Partial<DeviceState>]>([
    ['the connection opens', NO_DEVICE, { type: 'opened' }, { state: 'connecting' }],
    [
      'it answers',
      NO_DEVICE,
      { type: 'answered', printers: [], config: {}, version: '2.0.0', newer: undefined, isPaused: false, scale },
      { state: 'connected', config: {}, version: '2.0.0', scale },
    ],
    ['its line opens', NO_DEVICE, { type: 'line', isOpen: true }, { state: 'no_hub', lineSince: NOW }],
    ['its line closes', known, { type: 'line', isOpen: false }, { lineSince: undefined }],
    ['it disconnects: its version stays known', known, { type: 'gone' }, { version: '1.0.0' }],
    ['it does not answer', known, { type: 'silent' }, { state: 'not_connected', retryAt: NOW + 20_000 }],
    ['it disconnects', known, { type: 'gone' }, { state: 'not_connected', retryAt: NOW + 20_000 }],
    [
      'its printers stay known while it is disconnected',
      known,
      { type: 'gone' },
      { printers: known.printers, config: {} },
    ],
    ['the server refuses the grant', known, { type: 'denied' }, { state: 'denied', retryAt: undefined }],
    ['its scale reports a weight', NO_DEVICE, { type: 'scale', scale }, { scale }],
    ['its scale is unplugged', known, { type: 'scale', scale: { ...scale, state: 'gone' } }, { scale: undefined }],
    ['it disconnects: its scale reading is dropped', known, { type: 'gone' }, { scale: undefined }],
    ['the grant is refused: its scale reading is dropped', known, { type: 'denied' }, { scale: undefined }],
    ['its printers change', known, { type: 'printers', printers: [] }, { state: 'connected', printers: [] }],
    ['somebody pauses printing there', known, { type: 'paused', paused: true }, { state: 'connected', isPaused: true }],
  ])('%s', (_case, device, change, expected) => expect(deviceStep(device, change, NOW)).toMatchObject(expected))

  it.each([
    [NOW + 20_000, 20],
    [NOW + 19_999, 20],
    [NOW + 1, 1],
    [NOW, 0],
    [NOW - 5_000, 0],
  ])('counts down to the attempt at %i: %i s', (retryAt, seconds) => expect(secondsUntil(retryAt, NOW)).toBe(seconds))
})

it('counts a busy printer as ready, but not one without media or power', () => {
  const printers = (['ready', 'printing', 'stopped', 'offline'] as const).map(printer)
  expect(readyPrinters(printers).map(({ id }) => id)).toEqual(['ready', 'printing'])
})
