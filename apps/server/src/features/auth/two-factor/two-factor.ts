import { fieldError } from '@postroom/contract/field-errors'
import { Secret, TOTP } from 'otpauth'
import type { Context } from '../../../context.ts'
import { inTransaction } from '../../../db/in-transaction.ts'
import { AppError } from '../../../app-error.ts'
import { isSealed, type Seal } from '../../../sealed-text.ts'
import { recordAudit } from '../../audit/audit.store.ts'
import { changeAuthentication, getUser, lockUnchanged, type User } from '../../identity/user.store.ts'
import { notifyOfChange } from '../notify-of-change.ts'
import { wrongPassword } from '../prove-password.ts'
import {
  activateSecret,
  deleteTwoFactor,
  findAnySecret,
  findTwoFactor,
  putPendingSecret,
  replaceSecret,
  countCode,
  clearWrongCodes,
  usePeriod,
  useRecoveryCode,
} from './two-factor.store.ts'

/** What every authenticator app assumes, and the only thing most of them know (RFC 6238). */
const PERIOD_S = 30
const TERMS = { algorithm: 'SHA1', digits: 6, period: PERIOD_S }
/** Clocks of telephones are off by some seconds: the code before and the one after are accepted too. */
const WINDOW = 1
const RECOVERY_CODES = 10
/** 80 bits: too many to guess, so a fast hash keeps them (see secret-token.ts). */
const RECOVERY_CODE_BYTES = 10

/** After this many wrong app codes in a row, from anywhere, only a recovery code is accepted. */
const WRONG_CODES_MAX = 20
/** The user is notified at these counts, because someone who guesses codes already knows the password. */
const WARNED_AT: readonly number[] = [5, WRONG_CODES_MAX]

/** `locked`: too many wrong codes of the app; a recovery code or a new password still helps. */
export type CheckedCode = 'right' | 'missing' | 'wrong' | 'locked' | 'unreadable'

/** Checks and consumes a user's code; `right` for a user without two-factor. */
export async function checkCode(context: Context, user: User, otp: string | undefined): Promise<CheckedCode> {
  const { db } = context
  const step = await findTwoFactor(db, user.id)
  if (!step?.secret) return 'right'
  if (otp === undefined) return 'missing'
  const checked = isAppCode(otp)
    ? await checkAppCode(context, user, { stored: step.secret, otp })
    : (await useRecoveryCode(db, user.id, plain(otp)))
      ? 'right'
      : 'wrong'
  if (checked === 'right') await clearWrongCodes(db, user.id)
  const { organisation_id, id: user_id } = user
  if (checked === 'wrong') await recordAudit(db, { organisation_id, user_id, event: 'two_factor_failed' })
  return checked
}

/** Counts a guess before checking it, so that parallel guesses all count. */
async function checkAppCode(
  context: Context,
  user: User,
  { stored, otp }: { stored: string; otp: string },
): Promise<CheckedCode> {
  const { db, seal, now } = context
  const secret = clearSecret(seal, { userId: user.id, stored })
  if (secret === undefined) return 'unreadable'
  const failures = await countCode(db, user.id, WRONG_CODES_MAX)
  if (failures === undefined) return 'locked'
  const period = periodOf(secret, otp, now())
  if (period !== undefined && (await usePeriod(db, user.id, period))) {
    if (!isSealed(stored)) await replaceSecret(db, user.id, { stored, by: seal.seal(secret, ownerOf(user.id)) })
    return 'right'
  }
  if (WARNED_AT.includes(failures)) await notifyOfChange(db, user, 'codes_guessed')
  return 'wrong'
}

interface StoredSecret {
  userId: string
  /** Encrypted, or in clear where an earlier version stored it. */
  stored: string
}

const clearSecret = (seal: Seal, { userId, stored }: StoredSecret): string | undefined =>
  isSealed(stored) ? seal.open(stored, ownerOf(userId)) : stored

const ownerOf = (userId: string): string => `second step of ${userId}`

/** Whether this server has the key under which two-factor secrets are sealed. Tries one of them. */
export async function canReadTwoFactor({ db, seal }: Pick<Context, 'db' | 'seal'>): Promise<boolean> {
  const found = await findAnySecret(db)
  return !found?.secret || clearSecret(seal, { userId: found.user_id, stored: found.secret }) !== undefined
}

/** Creates a new secret; the current one stays valid until a code of the new one is confirmed. */
export async function prepareTwoFactor(context: Context, user: User): Promise<{ secret: string; url: string }> {
  const secret = new Secret({ size: 20 })
  await putPendingSecret(context.db, user.id, context.seal.seal(secret.base32, ownerOf(user.id)))
  const url = new TOTP({ ...TERMS, issuer: context.settings.companyName, label: user.username, secret }).toString()
  return { secret: secret.base32, url }
}

/** Puts the offered secret in force once a code shows that an app has it. The caller has locked the user. @returns the recovery codes, never to be seen again */
export async function confirmTwoFactor(
  { db, now, seal }: Context,
  { id: user_id, organisation_id }: { id: string; organisation_id: string },
  otp: string,
): Promise<string[] | undefined> {
  const pending = (await findTwoFactor(db, user_id))?.pending_secret
  const secret = pending ? clearSecret(seal, { userId: user_id, stored: pending }) : undefined
  const period = secret && isAppCode(otp) ? periodOf(secret, otp, now()) : undefined
  if (!secret || period === undefined) return undefined
  const sealed = seal.seal(secret, ownerOf(user_id))
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  return inTransaction(db, async (tx) => {
    await activateSecret(tx, user_id, { secret: sealed, period, recoveryCodes: codes.map(plain) })
    await changeAuthentication(tx, user_id)
    await recordAudit(tx, { organisation_id, user_id, event: 'two_factor_on' })
    await notifyOfChange(tx, await getUser(tx, user_id), 'two_factor_on')
    return codes
  })
}

/** Turns two-factor off for a user who confirmed their password. @throws AppError invalid_request, when it was changed since */
export const removeTwoFactor = ({ db }: Context, owner: User): Promise<void> =>
  inTransaction(db, async (tx) => {
    if (!(await lockUnchanged(tx, owner))) throw wrongPassword()
    const { id: user_id, organisation_id } = owner
    await deleteTwoFactor(tx, user_id)
    await recordAudit(tx, { organisation_id, user_id, event: 'two_factor_off' })
    await notifyOfChange(tx, owner, 'two_factor_off')
  })

/** The refusal of a wrong code. */
export const wrongOtp = (): AppError => new AppError('invalid_request', { fields: [fieldError('otp', 'invalid')] })

/** The refusal of a change of two-factor without a current code. */
export const missingOtp = (): AppError => new AppError('invalid_request', { fields: [fieldError('otp', 'required')] })

/** Recovery codes are longer; and comparing throws on letters of more than one byte. */
const isAppCode = (otp: string): boolean => /^\d{6}$/.test(plain(otp))

/** The period of time, counted from 1970, whose code this is; nothing when it is none near `now`. */
function periodOf(secret: string, otp: string, now: Date): number | undefined {
  const totp = new TOTP({ ...TERMS, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: plain(otp), timestamp: now.getTime(), window: WINDOW })
  return delta === null ? undefined : Math.floor(now.getTime() / (PERIOD_S * 1000)) + delta
}

/** The code without the spaces and hyphens that apps and people add. */
const plain = (code: string): string => code.replaceAll(/[\s-]/g, '').toUpperCase()

/** Sixteen letters and digits in groups of four, to be written down: `ABCD-EFGH-IJKL-MNOP`. */
const newRecoveryCode = (): string => new Secret({ size: RECOVERY_CODE_BYTES }).base32.replaceAll(/.{4}(?=.)/g, '$&-')
