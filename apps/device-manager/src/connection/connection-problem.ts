/** Why no Postroom server answers, as far as the error shows. Each cause has its own remedy. */
export const CONNECTION_PROBLEMS = [
  'unknown_name',
  'refused',
  'no_route',
  'timeout',
  'closed',
  'unknown_authority',
  'certificate_expired',
  'certificate_name',
  'no_tls',
  'redirected',
  'wrong_server',
  'proxy_login',
  'proxy_refused',
  'proxy_unreachable',
  'server_fault',
  'other',
] as const
export type ConnectionProblem = (typeof CONNECTION_PROBLEMS)[number]

/** An answer arrived, and it shows the problem. */
export class ConnectionError extends Error {
  readonly problem: ConnectionProblem
  constructor(problem: ConnectionProblem) {
    super(`No answer of a Postroom server: ${problem}`)
    this.name = 'ConnectionError'
    this.problem = problem
  }
}

/** Error codes of the system, of OpenSSL (`X509_V_ERR_…` without the prefix) and of Node's fetch. */
const PROBLEM_OF: Partial<Record<string, ConnectionProblem>> = {
  ENOTFOUND: 'unknown_name',
  EAI_AGAIN: 'unknown_name',
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'no_route',
  ENETUNREACH: 'no_route',
  ENETDOWN: 'no_route',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  ECONNRESET: 'closed',
  EPIPE: 'closed',
  UND_ERR_SOCKET: 'closed',
  UNABLE_TO_GET_ISSUER_CERT: 'unknown_authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'unknown_authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'unknown_authority',
  SELF_SIGNED_CERT_IN_CHAIN: 'unknown_authority',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'unknown_authority',
  CERT_HAS_EXPIRED: 'certificate_expired',
  CERT_NOT_YET_VALID: 'certificate_expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate_name',
  ERR_SSL_WRONG_VERSION_NUMBER: 'no_tls',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'no_tls',
}
/** The refusal of a proxy. */
const PROXY_ANSWER = /^Proxy response \((\d+)\)/

/** @param proxy the address of the proxy in use, if any */
export function problemOf(error: unknown, proxy?: URL): ConnectionProblem {
  if (error instanceof ConnectionError) return error.problem
  for (const cause of causesOf(error)) {
    const [, proxyStatus] = PROXY_ANSWER.exec(cause.message) ?? []
    if (proxyStatus !== undefined) return proxyStatus === '407' ? 'proxy_login' : 'proxy_refused'
    const problem = cause.name === 'TimeoutError' ? 'timeout' : PROBLEM_OF[cause.code ?? '']
    if (problem) return proxy && isAbout(cause, proxy) ? 'proxy_unreachable' : problem
  }
  return 'other'
}

type Cause = Error & { code?: string; hostname?: string; port?: number }

/** The error and its causes, outermost first; fetch wraps the error of the system. */
function causesOf(error: unknown): Cause[] {
  if (!(error instanceof Error)) return []
  const parts = error instanceof AggregateError ? (error.errors as unknown[]) : []
  return [error, ...parts.flatMap(causesOf), ...causesOf(error.cause)]
}

/** A system error contains the host it could not resolve, or the port it could not reach. */
const isAbout = ({ hostname, port }: Cause, proxy: URL): boolean =>
  hostname === proxy.hostname || port === Number(proxy.port || (proxy.protocol === 'https:' ? 443 : 80))
