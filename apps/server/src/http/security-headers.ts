import type { Context } from '../context.ts'

/** The SDK of PubNub spreads its calls over numbered names. */
const PUBNUB_HOSTS = 'https://*.pndsn.com'

/** Where browsers report what the policy stopped. */
export const CSP_REPORTS_PATH = '/csp-reports'

/** No text becomes markup or script, whatever the code of a page does. */
const TRUSTED_TYPES = ["require-trusted-types-for 'script'", "trusted-types 'none'"]

/** The same policy for a page of others that writes its markup as text. */
export const withoutTrustedTypes = (policy: string): string =>
  policy
    .split(';')
    .filter((directive) => !TRUSTED_TYPES.includes(directive))
    .join(';')

export type SecurityHeaders = Readonly<Record<string, string>>

/**
 * The headers of every answer, also of those that Node writes before a request is known. Nothing comes from, goes to or is
 * shown inside another origin; only messages may go over PubNub, where it is used. Label previews are blobs of our own.
 */
export function securityHeaders({
  settings: { publicUrl },
  pubNub,
}: Pick<Context, 'settings' | 'pubNub'>): SecurityHeaders {
  return {
    'content-security-policy': contentSecurityPolicy(publicUrl, pubNub !== undefined),
    'reporting-endpoints': `csp="${CSP_REPORTS_PATH}"`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'x-frame-options': 'DENY',
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
}

function contentSecurityPolicy(publicUrl: string, usesPubNub: boolean): string {
  // Safari does not count a WebSocket of the own origin as 'self'
  const connect = ["'self'", publicUrl.replace(/^http/, 'ws'), ...(usesPubNub ? [PUBNUB_HOSTS] : [])]
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data: blob:",
    `connect-src ${connect.join(' ')}`,
    'frame-src blob:',
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    ...TRUSTED_TYPES,
    `report-uri ${CSP_REPORTS_PATH}`,
    'report-to csp',
  ].join(';')
}
