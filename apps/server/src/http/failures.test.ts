import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { getPermission, getUser } from '@postroom/contract/identity'
import type { ErrorBody } from '@postroom/contract/errors'
import fastify from 'fastify'
import { expect, it, test } from 'vitest'
import { buildApp } from '../app.ts'
import { openDatabase } from '../db/database.ts'
import { testApp } from '../testing/test-app.ts'
import { asOwner } from '../testing/test-database.ts'
import { answerError } from './error-handler.ts'
import { requestLog } from './request-log.ts'
import { checkWithContract } from './route-schema.ts'
import { serve } from './serve.ts'

/** A server whose handlers throw the given errors, and its log. */
async function failing(fail: () => Promise<never>) {
  const lines: string[] = []
  const { logger, ...options } = requestLog('info')
  const stream = { write: (line: string) => void lines.push(line) }
  const api = fastify({ ...options, logger: { ...(logger as object), stream } })
  api.setErrorHandler(answerError)
  checkWithContract(api)
  serve(api, getPermission, fail)
  serve(api, getUser, async () => ({ id: 'not an id' }) as never)
  await api.ready()
  return { api, lines }
}

const pgError = (code: string) =>
  Object.assign(new Error('select secret from app_user'), { code, detail: 'Key (email)' })

test.each([
  ['a bug', new TypeError('cannot read secret'), 500, 'internal_error'],
  ['a thrown value that is not an error', 'secret', 500, 'internal_error'],
  ['a broken statement', pgError('42601'), 500, 'internal_error'],
  ['the database stopping', pgError('57P01'), 503, 'try_again'],
  ['too many connections', pgError('53300'), 503, 'try_again'],
  ['a full disk', pgError('53100'), 503, 'try_again'],
  ['a deadlock', pgError('40P01'), 503, 'try_again'],
  ['a primary that became a standby', pgError('25006'), 503, 'try_again'],
  ['a lost connection', new Error('Connection terminated unexpectedly'), 503, 'try_again'],
  [
    'nobody listening',
    Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect' }),
    503,
    'try_again',
  ],
])('%s', async (_case, error, status, code) => {
  const { api, lines } = await failing(() => Promise.reject(error))
  const answer = await api.inject('/identity/v1/user/permission')
  expect(answer.statusCode).toBe(status)
  expect(answer.json<ErrorBody>()).toMatchObject({ code, request_id: expect.any(String) })
  expect(answer.headers['retry-after']).toBe(status === 503 ? '2' : undefined)
  expect(answer.body).not.toMatch(/secret|select|email| at /)
  const logged = lines.find((line) => line.includes('request failed'))
  expect(logged).toContain(answer.json<ErrorBody>().request_id)
  expect(logged).not.toContain('email')
})

it('answers 500 when a handler returns something that breaks the contract', async () => {
  const { api } = await failing(() => Promise.reject(new Error('unused')))
  const answer = await api.inject('/identity/v1/user/3f1c3c3e-5d0b-4a4e-9a7e-111111111111')
  expect(answer.json<ErrorBody>().code).toBe('internal_error')
})

it('logs no query string and no header', async () => {
  const { api, lines } = await failing(() => Promise.reject(new Error('unused')))
  const headers = { authorization: 'Bearer canary-token', cookie: 'XSRF-TOKEN=canary-cookie' }
  await api.inject({ url: '/identity/v1/user/permission?access_token=canary-link', headers })
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.join('')).not.toContain('canary')
})

it('answers 503 while the database is down, and works again when it is back', async () => {
  const server = await testApp()
  const { token } = await server.signIn()
  // a symlink to the database's socket, which can be removed without stopping the database of all tests
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-'))
  const url = new URL(server.database.url)
  const link = path.join(folder, '.s.PGSQL.5432')
  const socket = path.join(url.searchParams.get('host')!, '.s.PGSQL.5432')
  const connect = () => fs.symlinkSync(socket, link)
  connect()
  url.searchParams.set('host', folder)
  const database = await openDatabase(url.href)
  const app = await buildApp({ ...server.context, ...database }, { logLevel: 'silent', isReady: async () => true })
  const ask = async () => {
    const answer = await app.inject({
      url: '/api/identity/v1/user/permission',
      headers: { authorization: `Bearer ${token}` },
    })
    return [answer.statusCode, answer.json<Partial<ErrorBody>>().code]
  }

  expect(await ask()).toEqual([200, undefined])
  fs.rmSync(link)
  await asOwner(server.database.url, TERMINATE_OTHERS)
  expect(await ask()).toEqual([503, 'try_again'])
  expect(await ask()).toEqual([503, 'try_again'])
  connect()
  expect(await ask()).toEqual([200, undefined])

  await app.close()
  await database.close()
  await server.close()
  fs.rmSync(folder, { recursive: true })
})

const TERMINATE_OTHERS =
  'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
