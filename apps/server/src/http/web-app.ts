import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { AppError } from '../app-error.ts'
import { relyingPartyOf } from '../features/auth/passkeys/relying-party.ts'

/** Serves the built web app from `folder`: every page address answers with its one page, a missing file with 404. */
export async function serveWebApp(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    dotfiles: 'ignore',
    // brotli or gzip as the build wrote it; the files themselves have no address
    preCompressed: true,
    globIgnore: ['**/*.{br,gz}'],
    cacheControl: false,
    setHeaders: (reply, file) => void reply.header('cache-control', cachingOf(path.relative(folder, file))),
  })
  app.setNotFoundHandler((request, reply) => {
    if (isNavigation(request)) return reply.sendFile('index.html')
    throw new AppError('not_found')
  })
}

/** Settings of this installation that the web app needs before its first call. */
export function serveAppConfig(app: FastifyInstance, { settings, stripe }: Pick<Context, 'settings' | 'stripe'>): void {
  app.get('/app-config.json', async (_request, reply) => {
    reply.header('cache-control', 'no-cache')
    return {
      company_name: settings.companyName,
      locale: settings.locale,
      project_variant: settings.projectVariant,
      api_base: settings.apiBase,
      assistant: settings.assistant,
      ...(stripe && { takes_cards: true }),
      passkey_origin: relyingPartyOf(settings)?.origin,
    }
  })
}

/**
 * Scripts, styles and fonts below `build` have a hash in their names, so they are cached for good; everything else is
 * revalidated.
 */
const cachingOf = (file: string): string =>
  file.startsWith(`build${path.sep}`) ? 'public, max-age=31536000, immutable' : 'no-cache'

const isNavigation = (request: FastifyRequest): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') && (request.headers.accept ?? '').includes('text/html')
