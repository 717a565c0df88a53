import fs from 'node:fs'
import http from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { knownServer, problemAt, saveServer, serverIn } from './server-address.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-address-'))
afterAll(() => fs.rmSync(folder, { recursive: true }))

test('the environment wins over the saved address, which survives a restart', () => {
  expect(knownServer({ server: undefined, folder, installed: {} })).toBeUndefined()
  saveServer(folder, 'https://post.example')
  expect(knownServer({ server: undefined, folder, installed: {} })).toBe('https://post.example')
  expect(knownServer({ server: 'https://managed.example', folder, installed: {} })).toBe('https://managed.example')
})

test.each(['', '{', '{}', '{"server":"ftp://post.example"}', '[]'])('a damaged file %j is as no address', (content) => {
  fs.writeFileSync(path.join(folder, 'server.json'), content)
  expect(knownServer({ server: undefined, folder, installed: {} })).toBeUndefined()
})

test.each([
  ['post.example', 'https://post.example'],
  [' https://post.example/app/home?x=1 ', 'https://post.example'],
  ['HTTPS://Post.Example:8443', 'https://post.example:8443'],
  ['http://192.0.2.7:8080/', 'http://192.0.2.7:8080'],
  ['localhost:8080', 'https://localhost:8080'],
  ['post.example:8443/app', 'https://post.example:8443'],
  ['café.example', 'https://xn--caf-dma.example'],
  ['', undefined],
  ['   ', undefined],
  ['two words', undefined],
  ['ftp://post.example', undefined],
  ['javascript:alert(1)', undefined],
  ['file:///etc/passwd', undefined],
  ['https://name:password@post.example', undefined],
  ['https://', undefined],
  [`https://${'x'.repeat(300)}.example`, undefined],
])('reads %j as %s', (typed, server) => expect(serverIn(typed)).toBe(server))

type Answer = (response: http.ServerResponse) => void
const json =
  (status: number, body: unknown): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
let answer: Answer
const server = http.createServer((_request, response) => answer(response))
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'))
afterAll(() => void server.close())

test.each<[string, Answer, string | undefined]>([
  ['Postroom', json(410, { code: 'pairing_expired', description: '' }), undefined],
  ['a Postroom with a fault', json(500, { code: 'internal_error', description: '' }), 'server_fault'],
  ['an API of something else', json(404, { code: 'nothing_here', description: '' }), 'wrong_server'],
  ['something that accepts everything', json(200, {}), 'wrong_server'],
  ['something that pairs everybody', json(200, { status: 'waiting' }), 'wrong_server'],
  ['a web site', (response) => response.writeHead(200).end('<!doctype html>'), 'wrong_server'],
  ['a redirect', (response) => response.writeHead(302, { location: 'https://other.example' }).end(), 'redirected'],
  ['a proxy without its Postroom', (response) => response.writeHead(502).end(), 'server_fault'],
  ['something that hangs up', (response) => response.destroy(), 'closed'],
])('recognises %s', async (_what, given, problem) => {
  answer = given
  expect(await problemAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)).toBe(problem)
})

test.each([
  ['http://127.0.0.1:2', 'refused'],
  ['http://nowhere.invalid', 'unknown_name'],
])('%s has the problem %s', async (address, problem) => expect(await problemAt(address)).toBe(problem))
