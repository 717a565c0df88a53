import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import * as z from 'zod'
import { tokenBucket } from '../token-bucket.ts'
import { AppError } from '../app-error.ts'
import { CSP_REPORTS_PATH } from './security-headers.ts'

const REPORT_MAX_BYTES = 16 * 1024
const REPORTS_IN_ONE_CALL_MAX = 10
const CALLS_PER_MINUTE = 60
/** Anybody may send reports, so their log lines are limited over all networks together. */
const LOGGED_AT_ONCE = 20
const LOGGED_PER_S = 1 / 30

const text = z.string().optional()
/** Report formats of `report-uri` and of `report-to`. */
const reportsSchema = z.union([
  z
    .object({
      'csp-report': z.object({ 'effective-directive': text, 'violated-directive': text, 'blocked-uri': text }),
    })
    .transform(({ 'csp-report': report }) => [
      {
        directive: report['effective-directive'] ?? report['violated-directive'],
        blocked: report['blocked-uri'],
      },
    ]),
  z
    .array(z.object({ body: z.object({ effectiveDirective: text, blockedURL: text }) }))
    .max(REPORTS_IN_ONE_CALL_MAX)
    .transform((rows) => rows.map(({ body }) => ({ directive: body.effectiveDirective, blocked: body.blockedURL }))),
])

/**
 * Takes the violation reports that browsers send about our content security policy, and logs the directive and what it
 * blocked. Page addresses, referrers and samples are dropped: they may hold names or tokens.
 */
export async function serveCspReports(app: FastifyInstance): Promise<void> {
  const mayLog = tokenBucket(LOGGED_AT_ONCE, LOGGED_PER_S, () => performance.now())
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      ['application/csp-report', 'application/reports+json'],
      { parseAs: 'string', bodyLimit: REPORT_MAX_BYTES },
      scope.getDefaultJsonParser('error', 'error'),
    )
    const config = { rateLimit: { max: CALLS_PER_MINUTE } }
    scope.post(CSP_REPORTS_PATH, { config }, async ({ body, log }, reply) => {
      const reports = reportsSchema.safeParse(body)
      if (!reports.success) throw new AppError('invalid_request')
      for (const report of reports.data) if (mayLog()) logReport(log, report)
      return reply.code(204).header('cache-control', 'no-store').send()
    })
  })
}

function logReport(log: FastifyBaseLogger, report: { directive?: string | undefined; blocked?: string | undefined }) {
  const directive = /^[a-z-]{1,40}/.exec(report.directive ?? '')?.[0] ?? 'unknown'
  log.warn(
    { directive, blocked: originOf(report.blocked ?? '') },
    'a browser reported a content security policy violation',
  )
}

/** The origin of an address, or the keyword sent in its place: `inline`, `eval`, `trusted-types-sink`. */
function originOf(blocked: string): string {
  if (/^[a-z-]{1,40}$/.test(blocked)) return blocked
  const origin = URL.canParse(blocked) ? new URL(blocked).origin : 'unknown'
  return origin.length <= 100 ? origin : 'unknown'
}
