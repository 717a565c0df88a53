import { DEVICE_ERRORS } from '@postroom/contract/device-messages'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { bugs, DeviceRefusal, faultOf, reportBug } from './device-refusal.ts'

afterEach(() => vi.restoreAllMocks())

test('a fault is the sentence of the contract, followed by the facts', () => {
  expect(faultOf('cover_open')).toEqual({ code: 'cover_open', description: DEVICE_ERRORS.cover_open })
  expect(faultOf('cover_open', 'Facts.').description).toBe(`${DEVICE_ERRORS.cover_open} Facts.`)
})

test('a refusal carries its fault', () => {
  const fault = { code: 'cover_open', description: 'x' } as const
  expect(new DeviceRefusal(fault)).toMatchObject({ name: 'DeviceRefusal', message: 'cover_open', fault })
  expect(new DeviceRefusal('cover_open', 'Facts.').fault).toEqual(faultOf('cover_open', 'Facts.'))
})

test.each([
  [new Error('a bug'), /^Error: a bug\n {4}at /],
  ['words', /^words\n$/],
])('shows %s at the terminal, and reports it to its listener', (error, words) => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const reported: unknown[] = []
  const onBug = (bug: unknown) => reported.push(bug)
  bugs.subscribe(onBug)
  onTestFinished(() => bugs.unsubscribe(onBug))
  reportBug(error)
  expect(reported).toEqual([error])
  expect(write).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(words))
})
