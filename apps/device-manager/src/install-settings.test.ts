import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { knownServer, saveServer } from './connection/server-address.ts'
import { enrolmentCodeFor, forgetEnrolmentCode, readInstallSettings } from './install-settings.ts'

const SERVER = 'https://post.example'
let folder: string
let file: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-install-'))
  file = path.join(folder, 'install.ini')
})
afterEach(() => fs.rmSync(folder, { recursive: true }))
const given = (text: string) => fs.writeFileSync(file, text)

test('reads what the installer wrote', () => {
  given(`[settings]\r\nserver=${SERVER}\r\ncode=ABCD-EFGH\r\n`)
  expect(readInstallSettings(file)).toEqual({ server: SERVER, enrolmentCode: 'ABCD-EFGH' })
})

test.each([
  // file                               settings
  ['', {}],
  ['[settings]\r\n', {}],
  [`[settings]\nServer = ${SERVER}/app \n`, { server: SERVER }],
  ['[settings]\r\ncode=\r\nother=1\r\n', {}],
])('reads %j', (text, settings) => {
  given(text)
  expect(readInstallSettings(file)).toEqual(settings)
})

test('has no settings without a file, and from the sources', () => {
  expect(readInstallSettings(file)).toEqual({})
  given(`server=${SERVER}\n`)
  const { execPath } = process
  onTestFinished(() => void (process.execPath = execPath))
  process.execPath = path.join(folder, 'node')
  expect(readInstallSettings()).toEqual({})
  forgetEnrolmentCode()
  expect(fs.readFileSync(file, 'utf8')).toBe(`server=${SERVER}\n`)
})

test.each([
  ['an address that is none', '[settings]\nserver=postroom\n', /install\.ini: server must be an address/],
  ['another protocol', '[settings]\nserver=ftp://post.example\n', /install\.ini: server must be an address/],
  ['a code that is too long', `[settings]\ncode=${'A'.repeat(101)}\n`, /install\.ini: /],
  ['a file that is too large', `[settings]\n${'; '.repeat(4096)}`, /too large/],
])('refuses %s, and names the file', (_case, text, message) => {
  given(text)
  expect(() => readInstallSettings(file)).toThrow(message)
})

test('reads the longest code and the largest file', () => {
  const code = 'A'.repeat(100)
  given(`code=${code}\n`.padEnd(4_096, ';'))
  expect(readInstallSettings(file)).toEqual({ enrolmentCode: code })
  given(`code=${code}\n`.padEnd(4_097, ';'))
  expect(() => readInstallSettings(file)).toThrow(`${file} is too large`)
})

test.each([
  // environment                      installed                                            connects to        sends
  [undefined, { server: SERVER, enrolmentCode: 'ABCD' }, SERVER, 'ABCD'],
  [undefined, { server: SERVER, enrolmentCode: 'ABCD' }, 'https://other.example', undefined],
  [undefined, { enrolmentCode: 'ABCD' }, SERVER, 'ABCD'],
  ['K7QM', { server: SERVER, enrolmentCode: 'ABCD' }, SERVER, 'K7QM'],
  [undefined, {}, SERVER, undefined],
])('with the code %s and the installer %j, %s gets %s', (enrolmentCode, installed, server, sent) => {
  expect(enrolmentCodeFor(server, { enrolmentCode, installed })).toBe(sent)
})

test('the environment wins over a saved address, and that over the installer', () => {
  const installed = { server: SERVER }
  expect(knownServer({ server: undefined, folder, installed })).toBe(SERVER)
  saveServer(folder, 'https://saved.example')
  expect(knownServer({ server: undefined, folder, installed })).toBe('https://saved.example')
  expect(knownServer({ server: 'https://set.example', folder, installed })).toBe('https://set.example')
})

test('deletes the code and keeps the server', () => {
  given(`[settings]\r\nserver=${SERVER}\r\ncode=ABCD-EFGH\r\n`)
  forgetEnrolmentCode(file)
  expect(fs.readFileSync(file, 'utf8')).toBe(`[settings]\r\nserver=${SERVER}\r\n`)
  given('[settings]\ncode=ABCD')
  forgetEnrolmentCode(file)
  expect(readInstallSettings(file)).toEqual({})
})

test('a file that is missing or cannot be written stays as it is', () => {
  forgetEnrolmentCode(file)
  expect(fs.existsSync(file)).toBe(false)
  fs.mkdirSync(file) // root may write every file
  forgetEnrolmentCode(file)
  expect(fs.statSync(file).isDirectory()).toBe(true)
})
