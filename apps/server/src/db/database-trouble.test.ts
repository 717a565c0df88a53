import { expect, test } from 'vitest'
import { isDatabaseTrouble } from './database-trouble.ts'

const errorOf = (parts: object, message = 'it failed'): Error => Object.assign(new Error(message), parts)

test.each<[string, Error]>([
  ['a lost connection', errorOf({ code: '08006' })],
  ['too many connections', errorOf({ code: '53300' })],
  ['a full disk', errorOf({ code: '53100' })],
  ['a shutdown', errorOf({ code: '57P01' })],
  ['a statement that took too long', errorOf({ code: '57014' })],
  ['a server that has become a replica', errorOf({ code: '25006' })],
  ['a lock that did not come', errorOf({ code: '55P03' })],
  ['a serialisation failure', errorOf({ code: '40001' })],
  ['a deadlock', errorOf({ code: '40P01' })],
  ['a failed connect', errorOf({ syscall: 'connect' })],
  ['a failed read', errorOf({ syscall: 'read' })],
  ['a failed write', errorOf({ syscall: 'write' })],
  ['a failed look-up of the host', errorOf({ syscall: 'getaddrinfo' })],
  ['a connection that ended', errorOf({}, 'Connection terminated unexpectedly')],
  ['no free connection', errorOf({}, 'timeout exceeded when trying to connect')],
  ['a connection that broke', errorOf({}, 'Client has encountered a connection error and is not queryable')],
  ['a pool that is closed', errorOf({}, 'Cannot use a pool after calling end on the pool')],
])('%s is temporary', (_case, error) => expect(isDatabaseTrouble(error)).toBe(true))

test.each([
  ['a broken constraint', errorOf({ code: '23505' })],
  ['a syntax error', errorOf({ code: '42601' })],
  ['a code that only contains one of them', errorOf({ code: 'X08006' })],
  ['a longer code', errorOf({ code: '0800612' })],
  ['another system call', errorOf({ syscall: 'open' })],
  ['a message about a connection', errorOf({}, 'The carrier says: Connection terminated')],
  ['an error without a code', errorOf({})],
  ['a rejection that is no error', { code: '08006' }],
  ['nothing', undefined],
])('%s is not', (_case, error) => expect(isDatabaseTrouble(error)).toBe(false))
