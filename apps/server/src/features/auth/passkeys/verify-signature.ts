import type { Assertion, Attestation } from '@postroom/contract/webauthn'
import type { StoredPasskey } from './passkey.store.ts'
import type { RelyingParty } from './relying-party.ts'

/** COSE numbers of EdDSA, ES256 and RS256. */
export const ALGORITHMS = [-8, -7, -257]

type Bytes = Uint8Array<ArrayBuffer>

/** The challenge that an authenticator says it has signed. */
export const challengeIn = (clientDataJSON: string): Promise<string | undefined> =>
  orNothing(() => {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge: unknown }
    return typeof challenge === 'string' ? challenge : undefined
  })

/** Verifies a signature with a passkey. @returns what its authenticator reports, or nothing */
export async function verifyAssertion(
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  expectedChallenge: string,
  { id, response }: Assertion,
  { public_key }: Pick<StoredPasskey, 'public_key'>,
): Promise<Pick<StoredPasskey, 'counter' | 'synced'> | undefined> {
  const { verifyAuthenticationResponse } = await library()
  return orNothing(async () => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
      // recordUse compares the counter with the stored one, as signatures may come at once
      credential: { id, publicKey: public_key as Bytes, counter: 0 },
    })
    const { newCounter, credentialBackedUp } = authenticationInfo
    return verified ? { counter: newCounter, synced: credentialBackedUp } : undefined
  })
}

/** Verifies a new passkey. @returns what of it is stored, or nothing */
export async function verifyAttestation(
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  expectedChallenge: string,
  { id, response }: Attestation,
): Promise<Pick<StoredPasskey, 'credential_id' | 'public_key' | 'counter' | 'synced'> | undefined> {
  const { decodeAttestationObject, verifyRegistrationResponse } = await library()
  return orNothing(async () => {
    const statement = decodeAttestationObject(Buffer.from(response.attestationObject, 'base64url'))
    if (hasCertificates(statement)) return undefined
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!registrationInfo) return undefined
    const { credential, credentialBackedUp } = registrationInfo
    return {
      credential_id: Buffer.from(credential.id, 'base64url'),
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      synced: credentialBackedUp,
    }
  })
}

/**
 * Whether an authenticator proves its make. We do not ask for it, and the library would fetch addresses that are named in
 * its certificates.
 */
function hasCertificates(statement: AttestationObject): boolean {
  const format = statement.get('fmt')
  return format !== 'none' && (format !== 'packed' || statement.get('attStmt').get('x5c') !== undefined)
}

type AttestationObject = ReturnType<Awaited<ReturnType<typeof library>>['decodeAttestationObject']>

/** Loaded with the first passkey: it takes 27 MB. */
const library = async () => ({
  ...(await import('@simplewebauthn/server')),
  ...(await import('@simplewebauthn/server/helpers')),
})

/** The library throws whenever it refuses something. It only computes, so no such failure is the server's. */
async function orNothing<T>(compute: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await compute()
  } catch {
    return undefined
  }
}
