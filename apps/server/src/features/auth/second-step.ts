import { fieldError } from '@postroom/contract/field-errors'
import { Secret, TOTP } from 'otpauth'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { isSealed, type Seal } from '../../sealed-text.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { lockUnchanged, type User } from '../identity/user.store.ts'
import { wrongPassword } from './prove-password.ts'
import {
  activateSecret,
  deleteSecondStep,
  findAnySecret,
  findSecondStep,
  putPendingSecret,
  replaceSecret,
  usePeriod,
  useRecoveryCode,
} from './second-step.store.ts'

/** What every authenticator app assumes, and the only thing most of them know (RFC 6238). */
const PERIOD_S = 30
const TERMS = { algorithm: 'SHA1', digits: 6, period: PERIOD_S }
/** Clocks of telephones are off by some seconds: the code before and the one after are accepted too. */
const WINDOW = 1
const RECOVERY_CODES = 10
/** 80 bits: too many to guess, so a fast hash keeps them (see secret-token.ts). */
const RECOVERY_CODE_BYTES = 10

/** Demands the code of a user who set a second step up. @throws AppError otp_invalid or second_step_unreadable */
export async function passSecondStep(
  context: Context,
  user: User,
  otp: string | undefined,
): Promise<'right' | 'unfinished'> {
  const { db } = context
  const step = await findSecondStep(db, user.id)
  if (!step?.secret) return 'right'
  if (otp === undefined) return 'unfinished'
  const passed = isAppCode(otp)
    ? await passAppCode(context, { userId: user.id, stored: step.secret }, otp)
    : await useRecoveryCode(db, user.id, plain(otp))
  if (passed) return 'right'
  const { organisation_id, id: user_id } = user
  await recordAudit(db, { organisation_id, user_id, event: 'second_step_failed' })
  throw new AppError('otp_invalid')
}

/** Whether the code is right and was not used before; uses it up. @throws AppError when the secret cannot be read */
async function passAppCode(context: Context, { userId, stored }: StoredSecret, otp: string): Promise<boolean> {
  const { db, seal, now } = context
  const secret = clearSecret(seal, { userId, stored })
  if (secret === undefined) throw new AppError('second_step_unreadable')
  const period = periodOf(secret, otp, now())
  if (period === undefined) return false
  if (!isSealed(stored)) await replaceSecret(db, userId, { stored, by: seal.seal(secret, ownerOf(userId)) })
  return usePeriod(db, userId, period)
}

interface StoredSecret {
  userId: string
  /** Sealed, or in clear where an earlier version stored it. */
  stored: string
}

const clearSecret = (seal: Seal, { userId, stored }: StoredSecret): string | undefined =>
  isSealed(stored) ? seal.open(stored, ownerOf(userId)) : stored

const ownerOf = (userId: string): string => `second step of ${userId}`

/** Whether this server has the key under which second steps were sealed, as far as one of them tells. */
export async function canReadSecondSteps({ db, seal }: Pick<Context, 'db' | 'seal'>): Promise<boolean> {
  const found = await findAnySecret(db)
  return !found?.secret || clearSecret(seal, { userId: found.user_id, stored: found.secret }) !== undefined
}

/** Offers a new secret; the one in force, if any, stays until a code of the new one is confirmed. */
export async function prepareSecondStep(context: Context, user: User): Promise<{ secret: string; url: string }> {
  const secret = new Secret({ size: 20 })
  await putPendingSecret(context.db, user.id, context.seal.seal(secret.base32, ownerOf(user.id)))
  const url = new TOTP({ ...TERMS, issuer: context.settings.companyName, label: user.username, secret }).toString()
  return { secret: secret.base32, url }
}

/** Puts the offered secret in force once a code shows that an app has it. @returns the recovery codes, never to be seen again */
export async function confirmSecondStep(
  { db, now, seal }: Context,
  { id: user_id, organisation_id }: { id: string; organisation_id: string },
  otp: string,
): Promise<string[] | undefined> {
  const pending = (await findSecondStep(db, user_id))?.pending_secret
  const secret = pending ? clearSecret(seal, { userId: user_id, stored: pending }) : undefined
  const period = secret && isAppCode(otp) ? periodOf(secret, otp, now()) : undefined
  if (!pending || !secret || period === undefined) return undefined
  const sealed = seal.seal(secret, ownerOf(user_id))
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  return inTransaction(db, async (tx) => {
    if (!(await activateSecret(tx, user_id, { pending, secret: sealed, period, recoveryCodes: codes.map(plain) })))
      return undefined
    await recordAudit(tx, { organisation_id, user_id, event: 'second_step_on' })
    return codes
  })
}

/** Lets a user who proved his password do without. @throws AppError invalid_request, when it was changed meanwhile */
export const removeSecondStep = ({ db }: Context, owner: User): Promise<void> =>
  inTransaction(db, async (tx) => {
    if (!(await lockUnchanged(tx, owner))) throw wrongPassword()
    const { id: user_id, organisation_id } = owner
    await deleteSecondStep(tx, user_id)
    await recordAudit(tx, { organisation_id, user_id, event: 'second_step_off' })
  })

/** The refusal of a code that does not go with the offered secret. */
export const wrongOtp = (): AppError => new AppError('invalid_request', { fields: [fieldError('otp', 'invalid')] })

/** Recovery codes are longer; and comparing throws on letters of more than one byte. */
const isAppCode = (otp: string): boolean => /^\d{6}$/.test(plain(otp))

/** The period of time, counted from 1970, whose code this is; nothing when it is none near `now`. */
function periodOf(secret: string, otp: string, now: Date): number | undefined {
  const totp = new TOTP({ ...TERMS, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: plain(otp), timestamp: now.getTime(), window: WINDOW })
  return delta === null ? undefined : Math.floor(now.getTime() / (PERIOD_S * 1000)) + delta
}

/** As it is compared: apps and people put spaces and hyphens in. */
const plain = (code: string): string => code.replaceAll(/[\s-]/g, '').toUpperCase()

/** Sixteen letters and digits in groups of four, to be written down: `ABCD-EFGH-IJKL-MNOP`. */
const newRecoveryCode = (): string => new Secret({ size: RECOVERY_CODE_BYTES }).base32.replaceAll(/.{4}(?=.)/g, '$&-')
