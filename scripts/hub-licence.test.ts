import { createRequire } from 'node:module'
import fs from 'node:fs'
import path from 'node:path'
import { build } from 'vite'
import { expect, test } from 'vitest'

const root = path.dirname(import.meta.dirname)
const web = path.join(root, 'apps/web')
/** A string in PubNub's code that minifiers keep. */
const THEIR_WORD = 'PNAccessManagerGrantToken'

test('pages load the published PubNub file, unchanged and with its licence, only when PubNub is in use', async () => {
  const input = path.join(root, 'packages/hub/src/open-transport.ts')
  const built = await build({
    root: web,
    logLevel: 'error',
    build: { write: false, rolldownOptions: { input, preserveEntrySignatures: 'strict' } },
  })
  const { output } = built as Extract<typeof built, { output: unknown }>
  const assets = new Map(output.flatMap((file) => (file.type === 'asset' ? [[file.fileName, file.source]] : [])))
  const published = path.dirname(createRequire(input).resolve('pubnub/package.json'))
  for (const [name, file] of [
    [/^build\/pubnub\/pubnub\.min-[\w-]+\.js$/, 'dist/web/pubnub.min.js'],
    [/^build\/pubnub\/LICENSE-[\w-]+$/, 'LICENSE'],
  ] as const) {
    const served = [...assets].find(([fileName]) => name.test(fileName))
    expect(Buffer.from(served?.[1] ?? '').equals(fs.readFileSync(path.join(published, file)))).toBe(true)
  }
  expect(fs.readFileSync(path.join(published, 'dist/web/pubnub.min.js'), 'utf8')).toContain(THEIR_WORD)
  const chunks = output.filter((file) => file.type === 'chunk')
  expect(chunks.map(({ code }) => code).join('')).not.toContain(THEIR_WORD)
  const entry = chunks.find(({ isEntry }) => isEntry)
  const loadedAtOnce = chunks.filter((chunk) => chunk === entry || entry?.imports.includes(chunk.fileName))
  expect(loadedAtOnce.map(({ code }) => code).join('')).not.toMatch(/pndsn\.com|build\/pubnub\//)
})

test('one module loads the SDK, and none points it at an address other than PubNub', () => {
  const sources = fs
    .globSync('{apps,packages}/*/src/**/*.{ts,tsx}', { cwd: root })
    .map((file) => ({ file, text: fs.readFileSync(path.join(root, file), 'utf8') }))
  const naming = sources.filter(({ text }) => /^import (?!type)[^\n]*'pubnub|(import|require|\))\('pubnub/m.test(text))
  expect(naming.map(({ file }) => file)).toEqual([
    'packages/hub/src/pubnub-sdk-in-browser.ts',
    'packages/hub/src/pubnub-sdk-in-node.ts',
  ])
  const making = sources.filter(({ text }) => /new Sdk\(/.test(text))
  expect(making.map(({ file }) => file)).toEqual([
    'packages/hub/src/pubnub-grants.ts',
    'packages/hub/src/pubnub-transport.ts',
  ])
  expect(making.filter(({ text }) => /\borigin\b|setOrigin|\bproxy\b/.test(text))).toEqual([])
})
