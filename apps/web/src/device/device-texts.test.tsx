import { signDeviceRequest } from '@postroom/contract/hub'
import { DeviceError } from '@postroom/hub/device-client'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError, NetworkError } from '../api/api-error.ts'
import { i18next } from '../i18n.ts'
import { readSession, saveSession } from '../session/session-store.ts'
import { USER } from '../testing/a-user.ts'
import { CONFIGS } from '../testing/fake-device.ts'
import { server, UNREACHABLE } from '../testing/fake-server.ts'
import { pass } from '../testing/moved-clock.ts'
import { openToast } from '../ui/toast-queue.ts'
import { notifyDeviceFailure } from './device-failure.ts'
import { loadedMedia, mediaName, sizesText } from './media-text.ts'
import { saveChanges } from './save-printers.ts'
import { signRequest } from './sign-request.ts'

beforeEach(() => saveSession(USER))

const SIZE = { width_mm: 101.6, height_mm: 152.4, endless: false }
const ROLL = { width_mm: 62, height_mm: 0, endless: true }

it.each([
  ['no report', [], undefined],
  ['one size of two trays', [{ ...SIZE, name: 'na_index-4x6' }, SIZE], '102 × 152 mm'],
  ['a roll of a known name', [{ ...SIZE, name: 'DK-11247' }], 'DK-11247, 102 × 152 mm'],
  ['two media', [SIZE, { ...SIZE, width_mm: 210, height_mm: 297 }], '102 × 152 mm, 210 × 297 mm'],
])('the loaded media of a printer with %s are %o', (_what, media_ready, text) =>
  expect(loadedMedia({ media_ready } as never, i18next)).toBe(text),
)

it('writes an endless roll by its width, and each size once', () => {
  expect(mediaName(ROLL as never, i18next)).toMatch(/62 mm/)
  expect(mediaName(ROLL as never, i18next)).not.toMatch(/×/)
  expect(sizesText([SIZE, SIZE, { ...SIZE, width_mm: 210 }] as never, i18next)).toBe('102 × 152 mm, 210 × 152 mm')
})

it.each<[string, unknown, RegExp]>([
  ['a refusal of the device manager', new DeviceError({ code: 'media_empty', description: 'x' }), /out of paper/],
  ['one that is newer than this page', new DeviceError({ code: 'brand_new', description: 'In words.' }), /In words\.$/],
  [
    'a refusal of the server',
    new ApiError(404, '', { code: 'not_found', description: 'x' }),
    /^(?!.*not connected)(?!.* x$).+/,
  ],
  ['an unreachable server', new NetworkError('down'), /The server cannot be reached/],
  ['an answer of a proxy', new ApiError(502, 'Bad Gateway'), /The server cannot be reached/],
  ['anything else', new Error('a bug'), /device manager is not connected/],
])('%s is a warning of the device', (_what, cause, text) => {
  notifyDeviceFailure(cause)
  expect(openToast()).toEqual({ tone: 'warn', text: expect.stringMatching(text) as string })
  expect(openToast()?.text).toMatch(/^Device Error: /)
})

it('an ended session leads to the sign-in page instead', () => {
  notifyDeviceFailure(new ApiError(401, '', { code: 'session_expired', description: '' }))
  expect(openToast()?.tone).toBe('error')
  expect(readSession()).toBeUndefined()
})

it('asks for a signature until the request would have expired', async () => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(1)
  const calls = server.on(signDeviceRequest, () => UNREACHABLE)
  const timeout = new AbortController()
  const within = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal)
  const asked = { op: 'status', args: {}, expires_in_ms: 5_000 } as never
  const signed = signRequest('0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a01', asked)
  const failed = expect(signed).rejects.toMatchObject({ name: 'NetworkError' })
  await pass(0.1)
  expect(calls).toHaveLength(1)
  await pass(20)
  expect(calls.length).toBeGreaterThan(1)
  expect(within).toHaveBeenCalledWith(5_000)
  timeout.abort()
  const before = calls.length
  await pass(60)
  await failed
  expect(calls.length - before).toBeLessThanOrEqual(1)
})

it('saves changes of a kind beside what the others are set to, each request within 10 seconds', async () => {
  const other = { ...CONFIGS.form, printerId: 'other' }
  const request = vi.fn<(op: string, args: object, options: { timeoutMs: number }) => Promise<object>>(
    async (op, args) => (op === 'config.get' ? { config: { form: other, mailing: CONFIGS.mailing } } : args),
  )
  const mailing = { ...CONFIGS.mailing, printerId: 'new' }
  expect(await saveChanges(request as never, { mailing })).toEqual({ form: other, mailing })
  expect(request.mock.calls).toEqual([
    ['config.get', {}, { timeoutMs: 10_000 }],
    ['config.set', { config: { form: other, mailing } }, { timeoutMs: 10_000 }],
  ])
})
