import Fastify from 'fastify'
import { beforeEach, expect, it } from 'vitest'
import { requestLog } from './request-log.ts'

let lines: Record<string, unknown>[]
beforeEach(() => {
  lines = []
})
const logTo = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) }

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string

it('a request is logged with its path and address, and with nothing of its query, headers or body', async () => {
  const app = Fastify(requestLog('info', logTo))
  app.post('/orders', async () => 'ok')
  const headers = { authorization: 'Bearer secret', 'content-type': 'text/plain' }
  await app.inject({ method: 'POST', url: '/orders?token=secret?more', headers, payload: 'secret' })
  const reqId = expect.stringMatching(UUID) as string
  expect(lines).toEqual([
    {
      level: 30,
      time,
      reqId,
      req: { method: 'POST', path: '/orders', address: '127.0.0.1' },
      msg: 'incoming request',
    },
    {
      level: 30,
      time,
      reqId,
      res: { statusCode: 200 },
      responseTime: expect.any(Number) as number,
      msg: 'request completed',
    },
  ])
})

it.each<[string, unknown, object]>([
  [
    'an error',
    Object.assign(new TypeError('no ink'), { code: 'EINK', detail: 'Key (email)=(idris@example.com)' }),
    {
      type: 'TypeError',
      message: 'no ink',
      code: 'EINK',
      stack: expect.stringContaining('TypeError: no ink') as string,
    },
  ],
  ['something that is no error', { detail: 'Key' }, { type: 'Error', message: '', stack: '' }],
])('of %s the log has no details in which a database repeats its input', (_what, err, logged) => {
  Fastify(requestLog('info', logTo)).log.warn({ err }, 'failed')
  expect(lines).toEqual([{ level: 40, time, err: logged, msg: 'failed' }])
})

it('logs from its level on', () => {
  const { log } = Fastify(requestLog('error', logTo))
  log.warn('quiet')
  log.error('loud')
  expect(lines.map(({ msg }) => msg)).toEqual(['loud'])
})
