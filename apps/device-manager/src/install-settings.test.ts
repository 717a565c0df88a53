import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { enrolmentCodeFor, forgetEnrolmentCode, readInstallSettings } from './install-settings.ts'
import { readSettings } from './settings.ts'

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
  [`[settings]\nServer = ${SERVER} \n`, { server: SERVER }],
  ['[settings]\r\ncode=\r\nother=1\r\n', {}],
])('reads %j', (text, settings) => {
  given(text)
  expect(readInstallSettings(file)).toEqual(settings)
})

test('has no settings without a file, and from the sources', () => {
  expect(readInstallSettings(file)).toEqual({})
  expect(readInstallSettings()).toEqual({})
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

test('the environment wins over the installer', () => {
  const installed = { server: SERVER, enrolmentCode: 'ABCD-EFGH' }
  expect(readSettings({}, installed)).toMatchObject({ server: SERVER, enrolmentCode: 'ABCD-EFGH' })
  expect(readSettings({ POSTROOM_SERVER: 'https://other.example' }, installed)).toMatchObject({
    server: 'https://other.example',
    enrolmentCode: undefined,
  })
})

test.each([
  // the code belongs to             it connects to          sent
  [{ server: `${SERVER}/path` }, SERVER, true],
  [{ server: 'https://other.example' }, SERVER, false],
  [{}, SERVER, true],
])('the code with %j is sent to %s: %s', (installed, server, isSent) => {
  expect(enrolmentCodeFor(server, { ...installed, enrolmentCode: 'ABCD' })).toBe(isSent ? 'ABCD' : undefined)
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
