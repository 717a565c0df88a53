import type { Endpoint } from './endpoint.ts'
import type { ErrorCode } from './errors.ts'

/** Every code the call may answer with, in alphabetical order. */
export const errorCodesOf = (endpoint: Endpoint): ErrorCode[] =>
  [...new Set([...commonErrorsOf(endpoint), ...endpoint.errors])].toSorted()

/** Codes that depend on the shape of a call, not on what it does. */
function commonErrorsOf(endpoint: Endpoint): ErrorCode[] {
  return [
    'invalid_request',
    'cross_site_request',
    'internal_error',
    'try_again',
    endpoint.auth === 'session' ? 'session_expired' : 'too_many_requests',
    'api_key_not_allowed',
    ...(endpoint.scope ? (['api_key_invalid', 'too_many_requests'] as const) : []),
    ...(endpoint.plan ? (['not_in_plan'] as const) : []),
    ...(endpoint.permission ? (['permission_denied'] as const) : []),
    ...(endpoint.params ? (['not_found'] as const) : []),
    ...(endpoint.body ? (['malformed_json', 'body_too_large', 'unsupported_media_type'] as const) : []),
    ...(endpoint.method === 'GET' ? [] : (['xsrf_token_invalid'] as const)),
  ]
}
