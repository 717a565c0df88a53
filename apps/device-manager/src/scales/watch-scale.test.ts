import { EventEmitter, once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { deviceEventSchema, type Scale } from '@postroom/contract/device-messages'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hidFolders, KEYBOARD, plugIn, type HidFacts } from '../testing/fake-scale.ts'
import type { HidPlaces } from './hid-scales.ts'
import { watchScale, type ScaleWatch } from './watch-scale.ts'

const NOW = new Date('2026-11-21T10:00:00Z')
const EMPTY = '03 02 02 00 00 00'
const GRAMS_250 = '03 04 02 00 FA 00'

let folder: string
let places: HidPlaces
let watch: ScaleWatch | undefined
let reported: Scale[]
let news: EventEmitter
let plugged: ReturnType<typeof plugIn>[]
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-scale-'))
  places = hidFolders(folder)
  reported = []
  news = new EventEmitter()
  plugged = []
})
afterEach(async () => {
  await watch?.stop()
  watch = undefined
  for (const device of plugged) await device.pullOut()
  fs.rmSync(folder, { recursive: true, force: true })
})

function plug(hidraw: string, facts: HidFacts) {
  const device = plugIn(places, hidraw, facts)
  plugged.push(device)
  return device
}

function onChange(scale: Scale): void {
  reported.push(scale)
  news.emit('reported')
}

function start(wanted?: string): void {
  watch = watchScale({ places, wanted, now: () => NOW, onChange }, 100)
}

/** Waits until the latest report has this state. */
async function until(state: Scale['state']): Promise<Scale> {
  for (;;) {
    const latest = reported.at(-1)
    if (latest?.state === state) return latest
    await once(news, 'reported')
  }
}

test('reports a parcel put on and taken off, and the scale unplugged and plugged in again', async () => {
  start() // before a scale is plugged in
  const scale = plug('hidraw3', { name: 'DYMO M10 10 lb Digital Postal Scale', serial: '0071431044934' })
  scale.say(EMPTY)
  await until('zero')
  scale.say('03 03 02 00 91 00')
  await until('moving')
  scale.say(GRAMS_250)
  const weighed = await until('weight')
  const id = 'scale:hid:0071431044934'
  const name = 'DYMO M10 10 lb Digital Postal Scale'
  expect(weighed).toEqual({ id, name, state: 'weight', grams: 250, at: NOW.toISOString() })
  expect(watch?.known()).toEqual([weighed])
  scale.say(EMPTY)
  await until('zero')
  await scale.pullOut()
  await until('gone')
  expect(watch?.known()).toEqual([])
  plug('hidraw0', { name, serial: '0071431044934' }).say(GRAMS_250)
  expect(await until('weight')).toMatchObject({ id, grams: 250 })
  const states = reported.map(({ state }) => state)
  expect(states).toEqual(['moving', 'zero', 'moving', 'weight', 'moving', 'zero', 'gone', 'moving', 'weight'])
  for (const item of reported)
    expect(deviceEventSchema.parse({ type: 'scale', scale: item })).toEqual({ type: 'scale', scale: item })
})

test.each([
  ['the first one', undefined, 'First'],
  ['the configured one', 'scale:hid:usb-1/hidraw10', 'Second'],
])('uses %s of several scales, and never a keyboard', async (_, wanted, name) => {
  plug('hidraw0', { name: 'Keyboard', descriptor: KEYBOARD }).say(GRAMS_250)
  plug('hidraw2', { name: 'First' }).say(GRAMS_250)
  plug('hidraw10', { name: 'Second' }).say(GRAMS_250)
  start(wanted)
  await until('weight')
  expect(new Set(reported.map((scale) => scale.name))).toEqual(new Set([name]))
})

test('switches to the other scale when the first is unplugged', async () => {
  const first = plug('hidraw1', { name: 'First' })
  first.say(GRAMS_250)
  start()
  await until('weight')
  plug('hidraw2', { name: 'Second' }).say(EMPTY)
  await first.pullOut()
  expect(await until('gone')).toMatchObject({ name: 'First' })
  expect(await until('zero')).toMatchObject({ name: 'Second' })
})

/** Waits for a few polls. */
async function anotherWeighs(): Promise<void> {
  plug('hidraw2', { name: 'Other', serial: '8' }).say(GRAMS_250)
  const weighed = Promise.withResolvers<void>()
  const onScale = ({ state }: Scale) => void (state === 'weight' && weighed.resolve())
  const other = watchScale({ places, wanted: 'scale:hid:8', now: () => NOW, onChange: onScale }, 100)
  await weighed.promise
  await other.stop()
}

test('reports a scale it may not read once, and reads it as soon as it may', async () => {
  const scale = plug('hidraw1', { name: 'Bench', serial: '7' })
  const file = path.join(places.files, 'hidraw1')
  fs.renameSync(file, `${file}.hidden`) // root may read every file, so the test hides the file instead
  start()
  expect(await until('fault')).toMatchObject({ name: 'Bench', fault: 'no_access' })
  await anotherWeighs()
  fs.renameSync(`${file}.hidden`, file)
  scale.say(GRAMS_250)
  await until('weight')
  expect(reported.map(({ state }) => state)).toEqual(['fault', 'moving', 'weight'])
})
