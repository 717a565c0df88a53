import { createPublicKey, timingSafeEqual, verify } from 'node:crypto'
import { mayChange } from '@postroom/domain/people/permissions'
import type { Context } from '../../context.ts'
import { inTransaction, type Tx } from '../../db/in-transaction.ts'
import { asPlatform } from '../../db/tenant.ts'
import { act, type LockedActor } from '../../access/act.ts'
import { AppError } from '../../app-error.ts'
import type { SignedInUser } from '../../access/signed-in-user.ts'
import { hashOf, newSecret } from '../../secret-token.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { enrolDevice } from './enrol-device.ts'
import { hashOfCode, newPairingCode } from './pairing-code.ts'
import { findDevice, firstOrganisation, lockHub, saveHub } from './hub.store.ts'
import { completePairing, findPairing, insertPairing, lockPairing } from './pairing.store.ts'

const CODE_LIFE_MS = 10 * 60_000
/** A device's clock may be this wrong. Each nonce works once and is kept far longer than this. */
const CLOCK_TOLERANCE_MS = 3600_000

interface Candidate {
  public_key: string
  alias: string
  local_secret?: string | undefined
  enrolment_code?: string | undefined
}

/**
 * Gives a device manager a code to show. One that this server started, or that has an enrolment code, is paired at once.
 * @throws AppError `enrolment_code_invalid`
 */
export async function startToPair({ db, now, settings }: Context, device: Candidate) {
  const code = newPairingCode()
  const pollToken = newSecret()
  const publicKey = Buffer.from(device.public_key, 'base64url')
  const expiresAt = new Date(now().getTime() + CODE_LIFE_MS)
  const isOurs = knowsSecret(device.local_secret, settings.localPairingSecret)
  const { alias, enrolment_code } = device
  const pairNow = async (tx: Tx): Promise<string | null> => {
    if (enrolment_code !== undefined)
      return enrolDevice(tx, { code: enrolment_code, alias, public_key: publicKey }, now())
    const organisation = isOurs ? await firstOrganisation(tx) : undefined
    if (!organisation) return null
    return saveHub(tx, { organisation_id: organisation.id, alias, public_key: publicKey, paired_by: null })
  }
  const id = await inTransaction(db, async (tx) =>
    insertPairing(tx, {
      code_hash: hashOfCode(code),
      poll_token_hash: hashOf(pollToken),
      public_key: publicKey,
      alias,
      expires_at: expiresAt,
      hub_id: await pairNow(tx),
    }),
  )
  return { id, code, poll_token: pollToken, expires_at: expiresAt.toISOString() }
}

function knowsSecret(given: string | undefined, expected: string | undefined): boolean {
  return given !== undefined && expected !== undefined && timingSafeEqual(hashOf(given), hashOf(expected))
}

/** Pairs the device manager that shows `code` with the organisation of the user. @returns the hub's id */
export function pairByCode(context: Context, user: SignedInUser, code: string, alias: string): Promise<string> {
  const pair = async (tx: Tx, actor: LockedActor): Promise<string> => {
    const { organisation_id, id: user_id } = actor
    const pairing = await lockPairing(tx, hashOfCode(code), context.now())
    if (!pairing) throw new AppError('pairing_code_invalid')
    const { public_key } = pairing
    const known = await lockHub(tx, organisation_id, { public_key })
    // a colleague who pairs it again neither renames it nor takes it over
    const hub = known && !mayChange('device', known.paired_by, actor) ? known : { alias, paired_by: user_id }
    const hubId = await saveHub(tx, { ...hub, organisation_id, public_key })
    await completePairing(tx, pairing.id, hubId)
    await recordAudit(tx, { organisation_id, user_id, event: 'hub_paired', subject: hubId })
    return hubId
  }
  // an unpaired device belongs to no organisation yet
  return asPlatform(() => act(context, user, pair))
}

export async function pollToPair({ db, now }: Context, id: string, pollToken: string) {
  const pairing = await findPairing(db, id, hashOf(pollToken))
  if (!pairing) throw new AppError('not_found')
  if (pairing.hub_id !== null) return { status: 'paired' as const, hub_id: pairing.hub_id }
  if (pairing.expires_at <= now()) throw new AppError('pairing_expired')
  return { status: 'waiting' as const }
}

/** Whether the device's clock, which dates its proofs, is accurate enough. */
const isOnTime = (issuedAt: string, now: Date): boolean =>
  Math.abs(now.getTime() - Date.parse(issuedAt)) <= CLOCK_TOLERANCE_MS

interface Proof {
  issued_at: string
  nonce: string
  signature: string
}

/**
 * The paired device manager that signed a text about its hub. @throws AppError `device_signature_invalid` for an unknown hub
 * or a wrong signature, `device_clock_wrong` for a proof from another time
 */
export async function provenDevice(
  { db, now }: Pick<Context, 'db' | 'now'>,
  hub: string,
  { issued_at, nonce, signature }: Proof,
  textOf: (hub: string, issuedAt: string, nonce: string) => string,
) {
  const device = await findDevice(db, hub)
  if (!device || !isSignedByDevice(device.public_key, textOf(device.id, issued_at, nonce), signature))
    throw new AppError('device_signature_invalid')
  if (!isOnTime(issued_at, now())) throw new AppError('device_clock_wrong')
  return device
}

/** Whether the device's private key signed this text. */
function isSignedByDevice(publicKey: Buffer, text: string, signature: string): boolean {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') }
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'))
}
