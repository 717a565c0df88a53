import fs from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../app-error.ts'

/**
 * Serves the manifest of the newest device manager release, which device managers request daily. The administrator puts
 * the file there. Device managers verify its signature, so the server does not parse it.
 */
export function serveDeviceRelease(app: FastifyInstance, file: string): void {
  app.get('/device-manager/manifest.json', async (_request, reply) => {
    const manifest = await fs.readFile(file).catch(() => undefined)
    if (!manifest) throw new AppError('not_found')
    return reply.header('cache-control', 'no-cache').type('application/json').send(manifest)
  })
}
