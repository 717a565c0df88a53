import * as z from 'zod'

/** Bytes in base64url, without padding. */
const bytes = (max: number) => z.string().regex(new RegExp(`^[\\w-]{1,${Math.ceil((max * 4) / 3)}}$`))

const id = bytes(1023)
/** Browsers may add members to it. */
const clientDataJSON = bytes(3072)

/** An authenticator's signature with a passkey: the parts of WebAuthn's `AuthenticationResponseJSON` that count. */
export const assertionSchema = z.strictObject({
  id,
  response: z.strictObject({
    clientDataJSON,
    authenticatorData: bytes(1024),
    signature: bytes(1024),
    userHandle: bytes(64),
  }),
})
export type Assertion = z.output<typeof assertionSchema>

/** A new passkey of an authenticator: the parts of WebAuthn's `RegistrationResponseJSON` that count. */
export const attestationSchema = z.strictObject({
  id,
  response: z.strictObject({ clientDataJSON, attestationObject: bytes(8192) }),
})
export type Attestation = z.output<typeof attestationSchema>

/** What a browser needs to have a passkey made: WebAuthn's `PublicKeyCredentialCreationOptionsJSON`. */
export const creationOptionsSchema = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  /** `id`: the bytes of the user's id. */
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  /** Milliseconds. */
  timeout: z.int(),
  attestation: z.literal('none'),
  /** The passkeys that the user has, so that no authenticator makes a second one. */
  excludeCredentials: z.array(z.object({ type: z.literal('public-key'), id: z.string() })),
  authenticatorSelection: z.object({ residentKey: z.literal('required'), userVerification: z.literal('required') }),
})
