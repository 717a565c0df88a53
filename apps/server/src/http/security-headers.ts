import type { Context } from '../context.ts'

/** The PubNub SDK spreads its calls over numbered host names. */
const PUBNUB_HOSTS = 'https://*.pndsn.com'

/** Where browsers report violations of the policy. */
export const CSP_REPORTS_PATH = '/csp-reports'

/** No page may turn text into markup or script (trusted types). */
const TRUSTED_TYPES = ["require-trusted-types-for 'script'", "trusted-types 'none'"]

/** The same where an assistant is configured: the app may make the address of its script. */
const WITH_ASSISTANT = ["require-trusted-types-for 'script'", 'trusted-types postroom-assistant']

/** The same policy without trusted types, for third-party pages that write markup from text. */
export const withoutTrustedTypes = (policy: string): string =>
  policy
    .split(';')
    .filter((directive) => ![...TRUSTED_TYPES, ...WITH_ASSISTANT].includes(directive))
    .join(';')

export type SecurityHeaders = Readonly<Record<string, string>>

/**
 * The headers of every answer, including those that Node writes before it has parsed a request. Pages load from and
 * send to our own origin only, besides PubNub and the host of the assistant where they are configured, and nobody may
 * frame them. Label previews are our
 * own blobs.
 */
export function securityHeaders({
  settings: { publicUrl, assistant },
  pubNub,
}: Pick<Context, 'settings' | 'pubNub'>): SecurityHeaders {
  return {
    'content-security-policy': contentSecurityPolicy(publicUrl, pubNub !== undefined, assistant),
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

function contentSecurityPolicy(publicUrl: string, usesPubNub: boolean, assistant: string | undefined): string {
  const host = assistant === undefined ? [] : [new URL(assistant).origin]
  // Safari does not count a WebSocket of the same origin as 'self'
  const connect = ["'self'", publicUrl.replace(/^http/, 'ws'), ...(usesPubNub ? [PUBNUB_HOSTS] : []), ...host]
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...host].join(' ')}`,
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data: blob:",
    `connect-src ${connect.join(' ')}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    ...(assistant === undefined ? TRUSTED_TYPES : WITH_ASSISTANT),
    `report-uri ${CSP_REPORTS_PATH}`,
    'report-to csp',
  ].join(';')
}
