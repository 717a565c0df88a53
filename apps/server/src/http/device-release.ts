import fs from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../app-error.ts'

/**
 * The newest device manager there is, for those that ask once a day: a file that whoever runs the server puts there. It
 * is signed, and device managers trust the signature only, so it is passed on as it is.
 */
export function serveDeviceRelease(app: FastifyInstance, file: string): void {
  app.get('/device-manager/manifest.json', async (_request, reply) => {
    const manifest = await fs.readFile(file).catch(() => undefined)
    if (!manifest) throw new AppError('not_found')
    return reply.header('cache-control', 'no-cache').type('application/json').send(manifest)
  })
}
