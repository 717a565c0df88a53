import fs from 'node:fs'
import path from 'node:path'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'

const root = path.dirname(import.meta.dirname)

test('the SDK of PubNub is no part of what every page loads: it has a file of its own, for hubs that are there', async () => {
  const input = path.join(root, 'packages/hub/src/open-transport.ts')
  const bundle = await rolldown({ input, platform: 'browser' })
  const { output } = await bundle.generate({ format: 'esm' })
  await bundle.close()
  const files = output.filter((file) => file.type === 'chunk')
  const withSdk = files.filter(({ moduleIds }) => moduleIds.some((id) => /node_modules\/pubnub\//.test(id)))
  expect(withSdk).toHaveLength(1)
  const loadedAtOnce = new Set(
    files.filter(({ isEntry }) => isEntry).flatMap(({ fileName, imports }) => [fileName, ...imports]),
  )
  expect(loadedAtOnce.has(withSdk[0]!.fileName)).toBe(false)
})

test('nothing but its adapter names the SDK, which its licence keeps to the service of PubNub', () => {
  const sources = fs
    .globSync('{apps,packages}/*/src/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => /(from|import\()\s*'pubnub'/.test(fs.readFileSync(path.join(root, file), 'utf8')))
  expect(sources).toEqual(['packages/hub/src/pubnub-transport.ts'])
})
