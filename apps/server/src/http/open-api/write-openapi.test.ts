import fs from 'node:fs'
import { expect, it } from 'vitest'
import { OPENAPI_FILE, openApiDocument } from './write-openapi.ts'

it('docs/openapi.json is current (npm run openapi writes it)', async () => {
  const isCurrent = fs.readFileSync(OPENAPI_FILE, 'utf8') === (await openApiDocument())
  expect(isCurrent).toBe(true) // not compared as text: printing the difference of two long documents takes a minute
})
