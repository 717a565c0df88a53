import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { ippAnswer } from '../../testing/fake-ipp-printer.ts'
import { askPrinter } from './ipp-client.ts'

const MEGABYTE = 1024 * 1024
const IDLE_MS = 1_000
const never = new AbortController().signal

let server: http.Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function listening(printer: http.Server, scheme: string): Promise<string> {
  server = printer.listen(0, '127.0.0.1')
  await once(printer, 'listening')
  return `${scheme}://127.0.0.1:${(printer.address() as AddressInfo).port}/ipp/print`
}

const send = (uri: string, megabytes: number, { idleMs = IDLE_MS, signal = never } = {}) =>
  askPrinter(
    uri,
    { operation: 'Print-Job', attributes: [] },
    { sending: { document: new Uint8Array(megabytes * MEGABYTE), idleMs, signal } },
  )

function aCertificate(): { key: Buffer; cert: Buffer } {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-certificate-'))
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')]
  const made = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/CN=printer']
  execFileSync('openssl', ['req', ...made, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  const read = { key: fs.readFileSync(key), cert: fs.readFileSync(cert) }
  fs.rmSync(folder, { recursive: true })
  return read
}

test('sends all of a long document to a printer that reads slowly', async () => {
  const rate = { partMs: 4, slowMs: 2.5 * IDLE_MS } // the rest is in system buffers, where progress is not visible
  const began = performance.now()
  let taken = 0
  const printer = https.createServer(aCertificate(), (request, response) => {
    request.on('data', (part: Buffer) => {
      taken += part.length
      if (performance.now() - began > rate.slowMs) return
      request.pause()
      setTimeout(() => request.resume(), rate.partMs)
    })
    request.on('end', () => response.end(ippAnswer(0)))
  })
  expect(await send(await listening(printer, 'ipps'), 40)).toMatchObject({ status: 0 })
  expect(performance.now() - began).toBeGreaterThan(2 * IDLE_MS)
  expect(taken).toBeGreaterThan(40 * MEGABYTE)
})

test('reads a slow answer to its end', async () => {
  const printer = http.createServer((_request, response) => {
    const bytes = [...ippAnswer(0)]
    const telling = setInterval(() => {
      response.write(Buffer.from(bytes.splice(0, 10)))
      if (bytes.length > 0) return
      clearInterval(telling)
      response.end()
    }, 150)
  })
  const began = performance.now()
  expect(await send(await listening(printer, 'ipp'), 0, { idleMs: 500 })).toMatchObject({ status: 0 })
  expect(performance.now() - began).toBeGreaterThan(500)
})

test.each([
  ['ipp://127.0.0.9/ipp/print', 631],
  ['ipps://127.0.0.9/ipp/print', 631],
  ['ipp://127.0.0.9:80/ipp/print', 80],
  ['ipps://127.0.0.9:443/ipp/print', 443],
  ['ipp://127.0.0.9:9/ipp/print', 9],
])('reaches %s at port %i', async (uri, port) => {
  await expect(askPrinter(uri, { operation: 'Get-Job-Attributes', attributes: [] })).rejects.toMatchObject({ port })
})

test.each([
  ['one megabyte', MEGABYTE, true],
  ['a byte more', MEGABYTE + 1, false],
])('reads an answer of %s: %#', async (_length, bytes, isRead) => {
  const answer = Buffer.alloc(bytes)
  ippAnswer(0).copy(answer)
  const uri = await listening(
    http.createServer((_request, response) => void response.end(answer)),
    'ipp',
  )
  const asking = askPrinter(uri, { operation: 'Get-Job-Attributes', attributes: [] })
  if (isRead) expect(await asking).toMatchObject({ status: 0 })
  else await expect(asking).rejects.toThrow('The answer of the printer is too large')
})

test.each([
  [0x03ff, true],
  [0x0400, false],
])('an answer with the status %i is no refusal: %s', async (status, isTaken) => {
  const uri = await listening(
    http.createServer((_request, response) => void response.end(ippAnswer(status))),
    'ipp',
  )
  const asking = askPrinter(uri, { operation: 'Get-Job-Attributes', attributes: [] })
  if (isTaken) expect(await asking).toMatchObject({ status })
  else await expect(asking).rejects.toMatchObject({ name: 'IppRefusal', message: 'IPP status 400', status })
})

test.each([
  ['stops reading', (request: http.IncomingMessage) => request.pause()],
  ['reads everything and never answers', (request: http.IncomingMessage) => request.resume()],
])('gives up a printer that %s', async (_, take) => {
  const uri = await listening(http.createServer(take), 'ipp')
  await expect(send(uri, 24, { idleMs: 300 })).rejects.toThrow('stopped responding')
})
