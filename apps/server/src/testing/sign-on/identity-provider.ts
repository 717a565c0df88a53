import { generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SignJWT } from 'jose'
import { Provider } from 'oidc-provider'

/** What the provider says about a person, beyond their subject. */
export interface Person {
  email?: string
  email_verified?: boolean
  name?: string
  groups?: readonly string[]
}

export const CLIENT = { client_id: 'postroom', client_secret: 'the-client-secret-of-a-test-0123456789' } as const

/** How Postroom proves at the provider that it is the client: with its secret in a header, or in the body. */
type ClientAuthMethod = 'client_secret_basic' | 'client_secret_post'

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const KID = 'key-of-a-test'
const ecKey = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve }).privateKey
const rsaKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
const edKey = generateKeyPairSync('ed25519').privateKey
/** The key of each algorithm with which the provider may sign a token by hand. */
export const SIGNING_KEYS = {
  RS256: rsaKey,
  RS384: rsaKey,
  RS512: rsaKey,
  PS256: rsaKey,
  PS384: rsaKey,
  PS512: rsaKey,
  ES256: ecKey('P-256'),
  ES384: ecKey('P-384'),
  ES512: ecKey('P-521'),
  EdDSA: edKey,
  Ed25519: edKey,
} as const
const kidOf = (key: KeyObject) => `${key.asymmetricKeyType} ${key.asymmetricKeyDetails?.namedCurve ?? ''}`
const FURTHER_KEYS = [...new Set(Object.values(SIGNING_KEYS))].map((key) => ({
  ...key.export({ format: 'jwk' }),
  kid: kidOf(key),
  use: 'sig',
}))
const TTL_S = 600
const SCOPES = 'openid email profile groups'

/** A real identity provider, at which everybody is signed in as `visitor` without being asked. */
export class IdentityProvider {
  readonly people = new Map<string, Person>()
  /** The subject that signs in next. */
  visitor = ''
  readonly url: string
  readonly #server: Server
  readonly #provider: Provider
  readonly #logoutUri: string

  private constructor(server: Server, origin: string, handle: string, method: ClientAuthMethod) {
    this.#server = server
    this.#logoutUri = `${origin}/api/auth/v1/sign-on/${handle}/logout`
    // another site than Postroom's, for browsers
    this.url = `http://localhost:${(server.address() as AddressInfo).port}`
    this.#provider = new Provider(this.url, {
      clients: [
        {
          ...CLIENT,
          token_endpoint_auth_method: method,
          grant_types: ['authorization_code'],
          response_types: ['code'],
          redirect_uris: [`${origin}/login/sign-on`],
          backchannel_logout_uri: this.#logoutUri,
          backchannel_logout_session_required: true, // then sessions have an id
        },
      ],
      clientAuthMethods: [method],
      jwks: {
        keys: [{ ...privateKey.export({ format: 'jwk' }), kid: KID, use: 'sig', alg: 'RS256' }, ...FURTHER_KEYS],
      },
      cookies: { keys: ['cookies of a test'] },
      features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
      ttl: { AccessToken: TTL_S, Grant: TTL_S, IdToken: TTL_S, Interaction: TTL_S, Session: TTL_S },
      pkce: { required: () => true },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      findAccount: (_context, id) =>
        this.people.has(id) ? { accountId: id, claims: () => ({ sub: id, ...this.people.get(id) }) } : undefined,
      // nobody is asked for their consent
      loadExistingGrant: async ({ oidc }) => {
        const grant = new this.#provider.Grant({ clientId: CLIENT.client_id, accountId: oidc.session!.accountId! })
        grant.addOIDCScope(SCOPES)
        await grant.save()
        return grant
      },
    })
    const serve = this.#provider.callback()
    server.on('request', (request, response) => {
      if (request.url?.startsWith('/interaction/')) void this.#signIn(request, response)
      else void serve(request, response)
    })
  }

  /**
   * @param origin of the Postroom to which people come back
   * @param handle of the organisation that gets reports
   * @param method the only one that it accepts
   */
  static async start(
    origin: string,
    handle: string,
    method: ClientAuthMethod = 'client_secret_basic',
  ): Promise<IdentityProvider> {
    const server = createServer()
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    return new IdentityProvider(server, origin, handle, method)
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((closed) => this.#server.close(closed))
  }

  /** Reports that a person was removed, and signs them in no more. */
  async remove(subject: string): Promise<void> {
    this.people.delete(subject)
    const body = new URLSearchParams({ logout_token: await this.logoutToken({ sub: subject }) })
    const answer = await fetch(this.#logoutUri, { method: 'POST', body })
    if (!answer.ok) throw new Error(`${answer.status} of ${this.#logoutUri}`)
  }

  /** A token that reports a logout, as the provider makes it. */
  logoutToken(claims: object, signedBy: KeyObject = privateKey, alg?: string): Promise<string> {
    const facts = { events: { 'http://schemas.openid.net/event/backchannel-logout': {} }, jti: randomUUID() }
    return new SignJWT({ iss: this.url, aud: CLIENT.client_id, ...facts, ...claims })
      .setProtectedHeader({ alg: alg ?? 'RS256', kid: alg === undefined ? KID : kidOf(signedBy), typ: 'logout+jwt' })
      .setIssuedAt()
      .sign(signedBy)
  }

  async #signIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await this.#provider.interactionFinished(request, response, { login: { accountId: this.visitor } })
  }
}
