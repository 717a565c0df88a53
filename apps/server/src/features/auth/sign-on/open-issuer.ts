import * as client from 'openid-client'
import * as z from 'zod'
import type { Context } from '../../../context.ts'
import type { StoredSignOn } from './sign-on.store.ts'
import { issuerFetch } from './issuer-fetch.ts'
import { IssuerFailure } from './issuer-failure.ts'

const endpoint = z.url({ protocol: /^https?$/ })
const words = z.array(z.string())

/** What is used of the configuration that an issuer publishes (OpenID Connect Discovery 1.0). */
const metadataSchema = z.object({
  issuer: z.string(),
  authorization_endpoint: endpoint,
  token_endpoint: endpoint,
  jwks_uri: endpoint,
  userinfo_endpoint: endpoint.optional(),
  response_types_supported: words,
  scopes_supported: words.optional(),
  token_endpoint_auth_methods_supported: words.optional(),
  id_token_signing_alg_values_supported: words.optional(),
  authorization_response_iss_parameter_supported: z.boolean().optional(),
  backchannel_logout_supported: z.boolean().optional(),
})
type IssuerMetadata = z.output<typeof metadataSchema>

/** Reads the configuration of an issuer. @throws IssuerFailure */
export async function readIssuer({ settings }: Pick<Context, 'settings'>, issuer: string): Promise<IssuerMetadata> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const ask = { method: 'GET', headers: { accept: 'application/json' }, body: undefined, redirect: 'manual' } as const
  const answer = await issuerFetch(settings.privateHosts)(address, ask)
  if (answer.status >= 500) throw new IssuerFailure('unreachable')
  const parsed = metadataSchema.safeParse(answer.ok ? await answer.json().catch(() => undefined) : undefined)
  if (!parsed.success) throw new IssuerFailure('not_understood')
  if (parsed.data.issuer !== issuer) throw new IssuerFailure('other_issuer')
  if (!parsed.data.response_types_supported.includes('code')) throw new IssuerFailure('no_code_flow')
  // people are sent there, so it follows the rule for calls
  const isSafe = settings.privateHosts || parsed.data.authorization_endpoint.startsWith('https:')
  if (!isSafe) throw new IssuerFailure('address_refused')
  return parsed.data
}

/** The issuer of an organisation, ready for sign-ins. Read anew each time: it may have changed its keys. @throws IssuerFailure */
export async function openIssuer(context: Context, signOn: StoredSignOn): Promise<client.Configuration> {
  const { seal, settings } = context
  const secret = seal.open(signOn.client_secret, secretOf(signOn.organisation_id))
  if (secret === undefined) throw new IssuerFailure('not_understood')
  const metadata = await readIssuer(context, signOn.issuer)
  const server = metadata as client.ServerMetadata // JSON has no undefined fields
  const configuration = new client.Configuration(server, signOn.client_id, {}, authenticationBy(secret, metadata))
  configuration[client.customFetch] = issuerFetch(settings.privateHosts)
  client.enableNonRepudiationChecks(configuration)
  // oxlint-disable-next-line typescript/no-deprecated -- http only where the rule for addresses allows it
  if (settings.privateHosts) client.allowInsecureRequests(configuration)
  return configuration
}

/** The purpose under which a client secret is sealed. */
export const secretOf = (organisationId: string): string => `client secret of ${organisationId}`

function authenticationBy(secret: string, { token_endpoint_auth_methods_supported: methods }: IssuerMetadata) {
  const isBasic = methods === undefined || methods.includes('client_secret_basic')
  return isBasic ? client.ClientSecretBasic(secret) : client.ClientSecretPost(secret)
}
