import fs from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import tls from 'node:tls'

/** The status page and a server on this machine are reached without a proxy. */
const THIS_MACHINE = 'localhost,127.0.0.1,[::1]'

/**
 * Configures HTTP and WebSocket of this process: the proxy of HTTPS_PROXY or HTTP_PROXY, except for the hosts in NO_PROXY, and
 * the certificate authorities of Node, of the system and of `caFile`. Printers are reached directly.
 * @throws Error whose message is shown at the terminal, when a setting is invalid
 */
export function configureNetwork(environment: NodeJS.ProcessEnv, caFile: string | undefined): void {
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY'])
    for (const spelling of [name, name.toLowerCase()]) checkProxy(spelling, environment[spelling])
  const noProxy = [environment['no_proxy'] ?? environment['NO_PROXY'], THIS_MACHINE].filter(Boolean).join(',')
  const [plain, secure] = [http.globalAgent, https.globalAgent]
  http.setGlobalProxyFromEnv({ ...environment, NO_PROXY: noProxy, no_proxy: noProxy })
  http.globalAgent = plain
  https.globalAgent = secure
  const own = caFile === undefined ? [] : certificatesIn(caFile)
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), ...tls.getCACertificates('system'), ...own])
}

/** The proxy for a server, ignoring NO_PROXY. Used only to recognise errors of the proxy itself. */
export function proxyFor(server: string, environment: NodeJS.ProcessEnv): URL | undefined {
  const name = server.startsWith('https:') ? 'https_proxy' : 'http_proxy'
  const address = environment[name] ?? environment[name.toUpperCase()]
  return address !== undefined && URL.canParse(address) ? new URL(address) : undefined
}

function checkProxy(name: string, address = ''): void {
  // the address may hold a password, so it is not repeated
  if (address !== '' && !/^https?:$/.test(URL.canParse(address) ? new URL(address).protocol : ''))
    throw new Error(`${name} must be an address like http://name:password@proxy.example:3128`)
}

function certificatesIn(file: string): string[] {
  const found = readText(file).match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g)
  if (!found) throw new Error(`POSTROOM_CA_FILE: ${file} holds no certificate (PEM)`)
  return found
}

function readText(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch (error) {
    throw new Error(`POSTROOM_CA_FILE: ${file} cannot be read`, { cause: error })
  }
}
