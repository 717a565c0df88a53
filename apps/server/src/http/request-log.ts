import { randomUUID } from 'node:crypto'
import type { FastifyRequest, FastifyServerOptions } from 'fastify'

/** Where log lines go instead of standard output. */
export interface LogTarget {
  write(line: string): void
}

interface Failure {
  name?: string
  message?: string
  stack?: string
  code?: string
}

/**
 * Logs JSON lines. Nothing secret or personal: no headers, no bodies, no query strings (a document link carries its
 * secret there), and no error details in which a database repeats its input.
 */
export function requestLog(level: string, logTo?: LogTarget): Pick<FastifyServerOptions, 'logger' | 'genReqId'> {
  return {
    genReqId: () => randomUUID(),
    logger: {
      level,
      ...(logTo && { stream: logTo }),
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      serializers: {
        req: (request: FastifyRequest) => ({
          method: request.method,
          path: request.url.split('?', 1)[0],
          address: request.ip,
        }),
        err: ({ name, message, stack, code }: Failure) => ({
          type: name ?? 'Error',
          message: message ?? '',
          stack: stack ?? '',
          code,
        }),
      },
    },
  }
}
