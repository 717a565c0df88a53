import { describe, expect, test } from 'vitest'
import { DEVICE_OPERATIONS, printerConfigSchema, printerSchema } from './device-messages.ts'
import {
  clientFrameSchema,
  FRAME_LIMIT_BYTES,
  HISTORY_LIMIT,
  MESSAGE_LIMIT_CHARS,
  serverFrameSchema,
} from './hub-wire.ts'
import { deviceReportMessage } from './device-report.ts'
import { deviceGrantMessage, grantDevice, pairHub, pollPairing, signDeviceRequest, startPairing } from './hub.ts'
import { createRulerPage } from './ruler-page.ts'
import {
  deviceRequestSchema,
  REQUEST_LIFE_MAX_MS,
  SIGNED_BODY_MAX_CHARS,
  signedRequestSchema,
} from './signed-request.ts'
import { listOf, testBounds, testKept, text } from './testing/bounds.ts'

const ID = '0192f7c2-5d8b-7c3a-9a51-3f0f6f6c2b11'
const KEY = 'k'.repeat(43)
const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)])

test('what a device signs is fixed to the letter, since devices and servers of different versions compare it', () => {
  expect(deviceGrantMessage(ID, '2026-11-20T10:00:00Z', 'n0nce')).toBe(
    `postroom-device-grant.v1\n${ID}\n2026-11-20T10:00:00Z\nn0nce`,
  )
  const report = { restarted: false, jobs: [], device: { version: '1.0.0', printers: [] } }
  expect(deviceReportMessage(ID, '2026-11-20T10:00:00Z', 'n0nce', report as never)).toBe(
    `postroom-device-report.v1\n${ID}\n2026-11-20T10:00:00Z\nn0nce\n{"device":{"printers":[],"version":"1.0.0"},"jobs":[],"restarted":false}`,
  )
})

describe('pairing', () => {
  testBounds(pairHub.body, { code: 'x', alias: 'Office' }, [
    ['code', ['x', text(20)], ['', text(21), undefined]],
    ['alias', ['x', text(60)], ['', ' ', text(61), undefined]],
  ])
  testKept(pairHub.body, { code: 'x', alias: 'Office' }, [['code', ' ABCD-EFGH ', 'ABCD-EFGH']])
  testBounds(startPairing.body, { public_key: KEY, alias: 'Office' }, [
    ['public_key', [KEY, '-_9Az'.padEnd(43, 'A')], [text(42), text(44), '+'.repeat(43), undefined]],
    ['alias', [text(60)], ['', text(61)]],
    ['local_secret', ['', text(100)], [text(101)]],
  ])
  testBounds(pollPairing.body, {}, [['poll_token', [text(100)], [text(101), undefined]]])
  const grant = { issued_at: '2026-11-23T09:00:00Z', nonce: text(16), signature: 'x' }
  testBounds(grantDevice.body, grant, [
    ['issued_at', ['2026-11-23T09:00:00.000Z'], ['2026-11-23', '2026-11-23T09:00:00+01:00', undefined]],
    ['nonce', [text(16), text(64)], [text(15), text(65), `${text(16)}!`]],
    ['signature', [text(128)], [text(129)]],
  ])
})

describe('signed requests', () => {
  const asked = { op: 'status', args: {}, expires_in_ms: 1 }
  test('live for at most 30 seconds, and fit into a message of the hub', () => {
    expect(REQUEST_LIFE_MAX_MS).toBe(30_000)
    expect(SIGNED_BODY_MAX_CHARS).toBeLessThan(MESSAGE_LIMIT_CHARS)
    expect(MESSAGE_LIMIT_CHARS).toBeLessThan(FRAME_LIMIT_BYTES)
  })
  testBounds(signDeviceRequest.body, asked, [
    ['op', Object.keys(DEVICE_OPERATIONS), ['reboot', undefined]],
    ['args', [nested(16), {}, null], [nested(17)]],
    ['expires_in_ms', [1, REQUEST_LIFE_MAX_MS], [0, REQUEST_LIFE_MAX_MS + 1, 0.5, undefined]],
  ])
  testBounds(signedRequestSchema, { v: 1, kid: 'x', b: 'x', s: 'x' }, [
    ['v', [1], [2, undefined]],
    ['kid', [text(64)], [text(65)]],
    ['b', [text(SIGNED_BODY_MAX_CHARS)], [text(SIGNED_BODY_MAX_CHARS + 1)]],
    ['s', [text(128)], [text(129)]],
    ['extra', [], [1]],
  ])
  const request = { id: ID, op: 'status', args: {}, hub: ID, ch: 'a', iss: 'user.x', aud: 'device.x', iat: 1, exp: 2 }
  testBounds(deviceRequestSchema, request, [
    ['id', [], ['x', undefined]],
    ['op', [], ['reboot']],
    ['hub', [], ['x', undefined]],
    ['ch', ['a.b-c_9', text(92)], ['', text(93), 'a/b', 'a b', 'a*', undefined]],
    ['iss', [], [undefined]],
    ['aud', [], [undefined]],
    ['iat', [], [0.5, undefined]],
    ['exp', [], [0.5, undefined]],
    ['extra', [], [1]],
  ])
})

describe('frames of a client', () => {
  const [token, ch, n] = ['1'.repeat(17), 'a', 0]
  test.each([
    // rule                                        frame                                                accepted
    ['auth of 200 characters', { auth: text(200) }, true],
    ['auth of 201 characters', { auth: text(201) }, false],
    ['a message', { pub: ch, d: nested(32), n }, true],
    ['a message nested too deep', { pub: ch, d: nested(33), n }, false],
    ['a message without a number', { pub: ch, d: 1 }, false],
    ['a message with a negative number', { pub: ch, d: 1, n: -1 }, false],
    ['a message not to be stored', { pub: ch, d: 1, n, store: false }, true],
    ['a channel of 93 characters', { pub: text(93), d: 1, n }, false],
    ['a subscription', { sub: ch, n }, true],
    ['a subscription from a timetoken', { sub: ch, n, since: token }, true],
    ['a timetoken of 16 digits', { sub: ch, n, since: '1'.repeat(16) }, false],
    ['a timetoken of 18 digits', { sub: ch, n, since: '1'.repeat(18) }, false],
    ['a history of one', { hist: ch, count: 1, n }, true],
    ['a history of the maximum', { hist: ch, count: HISTORY_LIMIT, n }, true],
    ['a history of one more than the maximum', { hist: ch, count: HISTORY_LIMIT + 1, n }, false],
    ['a history of none', { hist: ch, count: 0, n }, false],
    ['a history between timetokens', { hist: ch, count: 1, n, start: token, end: token }, true],
    ['the time', { time: 1, n }, true],
    ['the time with another value', { time: 2, n }, false],
    ['two things at once', { sub: ch, pub: ch, d: 1, n }, false],
    ['an unknown field', { sub: ch, n, extra: 1 }, false],
    ['nothing', {}, false],
  ])('%s: accepted %s', (_rule, frame, accepted) => expect(clientFrameSchema.safeParse(frame).success).toBe(accepted))

  test('a history holds at most 100 messages', () => expect(HISTORY_LIMIT).toBe(100))

  test.each([
    ['welcome', { ok: 1 }, true],
    ['a message', { m: { c: 'a', t: token, i: 'user.x', d: null } }, true],
    ['a message without its timetoken', { m: { c: 'a', i: 'user.x', d: null } }, false],
    ['an answer', { n: 0, t: token }, true],
    ['a refusal', { n: 0, err: 429 }, true],
    ['a refusal without a number', { err: 429 }, false],
  ])('a frame of the server: %s', (_rule, frame, accepted) =>
    expect(serverFrameSchema.safeParse(frame).success).toBe(accepted),
  )
})

describe('the operations of a device manager', () => {
  const side = { width_mm: 12 }
  testBounds(createRulerPage.body, side, [
    ['width_mm', [12, 450], [11.9, 450.1, undefined]],
    ['height_mm', [12, 450], [11.9, 450.1]],
  ])

  const document = { type: 'label', url: 'x', sha256: 'a', width_mm: 100, height_mm: 150, pages: 1 }
  const others = (count: number) => Array.from({ length: count }, (_, at) => ({ ...document, sha256: `${at}` }))
  const print = { job_id: text(8), kind: 'mailing', title: '', documents: [document] }
  test('a print has one copy by default', () => {
    expect(DEVICE_OPERATIONS.print.args.parse(print)).toEqual({ ...print, copies: 1 })
  })
  testBounds(DEVICE_OPERATIONS.print.args, print, [
    ['job_id', [text(8), text(100), 'a.b:c-d_9'], [text(7), text(101), 'a b c d e']],
    ['kind', ['mailing', 'shipping', 'form'], ['other']],
    ['title', ['', text(120)], [text(121)]],
    ['copies', [1, 10], [0, 11, 0.5]],
    ['documents', [others(10)], [[], others(11), listOf(2, document)]],
    ['documents.0.type', ['label', 'cn22', 'cn23', 'invoice', 'receipt', 'ruler'], ['poster']],
  ])

  const config = { printerId: 'p', defaultOrSpecific: 'default', paperFormat: '4x6' }
  const offset = { printerId: 'p', width_mm: 100, height_mm: 150 }
  testBounds(printerConfigSchema, { ...config, offsets: [offset] }, [
    ['printerId', ['x', text(200)], ['', text(201), undefined]],
    ['defaultOrSpecific', ['default', 'specific'], ['any']],
    ['paperFormat', ['4x6', 'A4', 'roll_62'], ['A5', undefined]],
    ['offsets', [listOf(50, offset)], [listOf(51, offset)]],
    ['offsets.0.printerId', [text(200)], ['', text(201)]],
    ['offsets.0.width_mm', [0.1], [0, -1, undefined]],
    ['offsets.0.height_mm', [0.1], [0, -1, undefined]],
    ['offsets.0.endless', [true], [false]],
    ['offsets.0.x_mm', [-5, 0, 5], [-5.1, 5.1, 0.05]],
    ['offsets.0.y_mm', [-5, 0, 5], [-5.1, 5.1, 0.05]],
  ])

  const printer = {
    id: 'p',
    name: 'P',
    state: 'ready',
    reasons: [],
    media: [],
    media_ready: [],
    resolutions_dpi: [300],
  }
  testBounds(printerSchema, { ...printer, driver: 'ipp' }, [
    ['driver', ['ipp', 'a-9', `a${text(39)}`], ['', '9a', 'IPP', `a${text(40)}`, 'a b']],
    ['state', ['ready', 'printing', 'stopped', 'offline'], ['busy']],
    ['can_offset', [true], [false]],
  ])
})
