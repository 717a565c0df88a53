import fastifyCookie from '@fastify/cookie'
import fastifyFormbody from '@fastify/formbody'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { AppError } from '../app-error.ts'
import { textOf } from '../csv/read-csv.ts'
import { authenticate } from './authenticate.ts'
import { recordDenial } from './record-denial.ts'
import { MEDIA_TYPES, checkWithContract } from './route-schema.ts'
import type { Api } from './serve.ts'

/** The checks that every API call passes before its handler runs. */
export async function guardApi(api: Api, context: Context): Promise<void> {
  await api.register(fastifyCookie)
  await api.register(fastifyFormbody)
  api.addContentTypeParser<Buffer>(
    [MEDIA_TYPES.csv, MEDIA_TYPES.xml],
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, bytes: Buffer) => textOf(bytes),
  )
  api.removeContentTypeParser('text/plain')
  checkWithContract(api)
  api.setNotFoundHandler(() => {
    throw new AppError('not_found')
  })
  api.decorateRequest('user', undefined)
  api.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    refuseOtherSites(request)
    refuseOtherMediaTypes(request)
    await authenticate(context, request)
  })
  api.addHook('onError', (request, _reply, error) => recordDenial(context, request, error))
}

/**
 * Browsers state where a request comes from. Allowed: our own page, the address bar, and programs other than browsers.
 */
function refuseOtherSites(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new AppError('cross_site_request')
}

/**
 * Refuses a form where JSON is expected, because another site can send a form without a CORS preflight; and JSON where
 * a form is expected.
 */
function refuseOtherMediaTypes(request: FastifyRequest): void {
  const given = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  const { endpoint } = request.routeOptions.config
  if (given === undefined || !endpoint) return
  if (given !== MEDIA_TYPES[endpoint.bodyType ?? 'json']) throw new AppError('unsupported_media_type')
}
