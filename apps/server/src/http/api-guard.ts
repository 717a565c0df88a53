import fastifyCookie from '@fastify/cookie'
import fastifyFormbody from '@fastify/formbody'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { AppError } from '../app-error.ts'
import { authenticate } from './authenticate.ts'
import { recordDenial } from './record-denial.ts'
import { MEDIA_TYPES, checkWithContract } from './route-schema.ts'
import type { Api } from './serve.ts'

const FORM_LIMIT_BYTES = 64 * 1024

/** What every call below the API base goes through before its own work begins. */
export async function guardApi(api: Api, context: Context): Promise<void> {
  await api.register(fastifyCookie)
  await api.register(fastifyFormbody, { bodyLimit: FORM_LIMIT_BYTES })
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

/** Browsers say where a request comes from; our own page, the address bar and programs that are no browsers may call. */
function refuseOtherSites(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new AppError('cross_site_request')
}

/** A form is refused where JSON is expected, since another site could send one without asking; and the other way round. */
function refuseOtherMediaTypes(request: FastifyRequest): void {
  const given = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  const { endpoint } = request.routeOptions.config
  if (given === undefined || !endpoint) return
  if (given !== MEDIA_TYPES[endpoint.bodyType ?? 'json']) throw new AppError('unsupported_media_type')
}
