import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { VERSION } from '../../apps/device-manager/src/version.ts'
import { writeApplication } from './macos.ts'
import { NAME, PACKAGING } from './places.ts'

/** A property list as an independent program has read it and written it again. @throws Error when it is not well-formed */
function parsed(file: string): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-plist-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
  const binary = path.join(folder, 'binary')
  execFileSync('plistutil', ['-i', file, '-o', binary])
  return execFileSync('plistutil', ['-i', binary, '-o', '-'], { encoding: 'utf8' }).replaceAll(/\s*\n\s*/g, '')
}
const text = (key: string, value: string): string => `<key>${key}</key><string>${value}</string>`
const isOn = (key: string): string => `<key>${key}</key><true/>`

test('the application of macOS says what it is, and that it needs the local network', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-macos-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
  const contents = writeApplication(folder)
  const info = parsed(path.join(contents, 'Info.plist'))
  expect(info).toContain(text('CFBundleExecutable', NAME))
  expect(info).toContain(text('CFBundleShortVersionString', VERSION))
  expect(info).toContain(isOn('LSUIElement'))
  expect(info).toMatch(/<key>NSLocalNetworkUsageDescription<\/key><string>[^<]*network/)
  expect(info).toMatch(/<key>NSBonjourServices<\/key><array><string>_ipp\._tcp<\/string>/)
  const [, identifier = ''] = /<key>CFBundleIdentifier<\/key><string>(.*?)</.exec(info) ?? []
  const agent = parsed(path.join(contents, 'Resources', `${identifier}.plist`))
  expect(agent).toContain(text('Label', identifier))
  expect(agent).toContain(`<string>/Applications/Postroom.app/Contents/MacOS/${NAME}</string>`)
  expect(agent).toContain(isOn('RunAtLoad'))
})

test('the entitlements allow what Node needs', () => {
  expect(parsed(path.join(PACKAGING, 'macos/entitlements.plist'))).toContain(isOn('com.apple.security.cs.allow-jit'))
})
