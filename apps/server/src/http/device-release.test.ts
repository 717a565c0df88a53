import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { serveDeviceRelease } from './device-release.ts'
import { answerError } from './error-handler.ts'

test('serves the manifest byte for byte as soon as the file exists', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-manifest-'))
  const file = path.join(folder, 'device-manager.json')
  const app = fastify()
  app.setErrorHandler(answerError)
  serveDeviceRelease(app, file)
  const ask = () => app.inject('/device-manager/manifest.json')
  expect((await ask()).statusCode).toBe(404)
  fs.writeFileSync(file, '{"release":"…" }\n')
  const { statusCode, body } = await ask()
  expect({ statusCode, body }).toEqual({ statusCode: 200, body: '{"release":"…" }\n' })
  await app.close()
  fs.rmSync(folder, { recursive: true })
})
