import fs from 'node:fs'
import path from 'node:path'
import fastify from 'fastify'
import { AppError } from '../../app-error.ts'
import { contractEndpoints } from './contract-endpoints.ts'
import { describeApi } from './open-api.ts'
import { checkWithContract } from '../route-schema.ts'
import { serve } from '../serve.ts'

export const OPENAPI_FILE = path.resolve(import.meta.dirname, '../../../../../docs/openapi.json')

/** Writes the description of the whole contract. Needs no database: no handler is called. */
export async function openApiDocument(): Promise<string> {
  const api = fastify()
  await describeApi(api, '/api')
  checkWithContract(api)
  for (const endpoint of contractEndpoints()) serve(api, endpoint, () => Promise.reject(new AppError('not_found')))
  await api.ready()
  return `${JSON.stringify(api.swagger(), undefined, 2)}\n`
}

if (import.meta.main) fs.writeFileSync(OPENAPI_FILE, await openApiDocument())
