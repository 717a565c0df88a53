import { invitationSchema } from '@postroom/contract/administration'
import { openCarrierAccount as opening } from '@postroom/contract/carrier-account'
import { topUpAccount } from '@postroom/contract/top-up'
import { toPence } from '@postroom/domain/money'
import { ROLES } from '@postroom/domain/people/roles'
import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { readConfig } from '../config.ts'
import { inTransaction, type Tx } from '../db/in-transaction.ts'
import { findAccountById, openDefaultAccount } from '../features/accounts/account.store.ts'
import { openAccount as open } from '../features/accounts/change-account.ts'
import { addMember } from '../features/administration/add-member.ts'
import { changeRole } from '../features/administration/change-role.ts'
import { eraseMember } from '../features/administration/erase-member.ts'
import { invitationLink } from '../features/administration/invitation-mail.ts'
import { findMember } from '../features/administration/member.store.ts'
import { recordAudit } from '../features/audit/audit.store.ts'
import { insertOrganisation, isOperatorNow, organisationExists } from '../features/identity/user.store.ts'
import { recordTopUp, type Recorded } from '../features/topups/record-topup.ts'
import { publicUrlOf } from '../public-url.ts'
import { onDatabase } from './on-database.ts'
import type { Outcome } from './outcome.ts'
import { formatPounds } from '../format-pounds.ts'

/** Makes an organisation with an empty prepaid account. */
export const addOrganisation = (name: string): Promise<Outcome> =>
  onDatabase(async (db) => {
    const { organisation, account } = await inTransaction(db, async (tx) => {
      const { id: organisation_id } = await insertOrganisation(
        tx,
        parseArgument(z.string().trim().min(1).max(100), name),
      )
      const opened = await openDefaultAccount(tx, organisation_id)
      await recordAudit(tx, { organisation_id, event: 'organisation_added', subject: organisation_id })
      return { organisation: organisation_id, account: opened }
    })
    return { text: `Organisation ${organisation}\nAccount ${account}\n`, exitCode: 0 }
  })

/** A user made on the command line: the only way to make an operator, apart from granting the role. */
const newUserSchema = invitationSchema.extend({ roles: z.array(z.enum(ROLES)) })

/** Makes a user and prints the link with which they set their password; nothing is mailed. */
export const addUser = (organisation: string, ...[username, email, fullname, plan, role]: string[]): Promise<Outcome> =>
  onDatabase(async (db) => {
    const organisation_id = parseArgument(z.uuid(), organisation)
    if (!(await organisationExists(db, organisation_id))) throw new Error(`There is no organisation ${organisation}.`)
    const invitation = parseArgument(newUserSchema, { username, email, fullname, plan, roles: [role] })
    const { user, token } = await addMember(db, { organisation_id, now: new Date() }, invitation)
    const config = readConfig(process.env)
    const link = invitationLink(publicUrlOf(config, config.PORT), token)
    return { text: `User ${user.id}\nLink to set the password, valid once within three days: ${link}\n`, exitCode: 0 }
  })

/** Erases a user for good. */
export const eraseUser = (username: string): Promise<Outcome> =>
  onDatabase(async (db) => {
    const member = await findMember(db, username)
    if (!member) throw new Error(`There is no user ${username}.`)
    await eraseMember(db, { organisation_id: member.organisation_id, now: new Date() }, member.id)
    return { text: `Erased user ${member.id}. Their purchases stay.\n`, exitCode: 0 }
  })

/** Gives a user a role, or takes it away. */
const withRole =
  (isGranted: boolean) =>
  (username: string, role: string): Promise<Outcome> =>
    onDatabase(async (db) => {
      const member = await findMember(db, username)
      if (!member) throw new Error(`There is no user ${username}.`)
      const { roles } = await changeRole(db, member, parseArgument(z.enum(ROLES), role), isGranted)
      return { text: `Roles of ${username}: ${roles.join(', ')}\n`, exitCode: 0 }
    })
export const grantRole = withRole(true)
export const revokeRole = withRole(false)

/** Opens another account for an organisation, with default limits. */
export const openAccount = (organisation: string, name: string): Promise<Outcome> =>
  onDatabase(async (db) => {
    const organisation_id = parseArgument(z.uuid(), organisation)
    if (!(await organisationExists(db, organisation_id))) throw new Error(`There is no organisation ${organisation}.`)
    const { id } = await open(db, { organisation_id }, parseArgument(opening.body, { name }))
    return { text: `Account ${id}\n`, exitCode: 0 }
  })

/**
 * Books money that was received, in pounds such as 50 or 50.25. Above the limit the requesting operator must be named;
 * another operator then approves the request.
 */
export const creditAccount = (
  account: string,
  pounds: string,
  reference: string,
  operator?: string,
): Promise<Outcome> =>
  onDatabase(async (db) => {
    const { amount, ...evidence } = parseArgument(topUpAccount.body, { amount: penceOf(pounds), reference })
    const money = {
      ...evidence,
      amount: toPence(amount),
      carrier_account_id: parseArgument(z.uuid(), account),
      provider: 'manual',
      idem_key: randomUUID(),
    } as const
    const limit = toPence(readConfig(process.env).TOPUP_LIMIT)
    if (!(await findAccountById(db, money.carrier_account_id))) throw new Error(`There is no account ${account}.`)
    const recorded = await inTransaction(db, async (tx) =>
      recordTopUp(tx, money, { by: await operatorNamed(tx, operator), limit }),
    )
    return { text: textOf(recorded), exitCode: 0 }
  })

async function operatorNamed(tx: Tx, username: string | undefined): Promise<string | null> {
  if (username === undefined) return null
  const member = await findMember(tx, username)
  if (!member || !(await isOperatorNow(tx, member.id))) throw new Error(`${username} is not an operator.`)
  return member.id
}

const textOf = (recorded: Recorded): string =>
  'topUp' in recorded
    ? `Booked ${formatPounds(recorded.topUp.amount)} as transfer ${recorded.topUp.transfer_id}.\n`
    : `Waiting for another operator to approve request ${recorded.request.id}. Nothing is booked yet.\n`

/** `50.25` and `50` as pence; anything else is an invalid amount, which the schema refuses. */
export const penceOf = (pounds: string): number =>
  /^\d{1,6}(\.\d\d)?$/.test(pounds) ? Math.round(Number(pounds) * 100) : NaN

/** Parses an argument with the schema that the API uses. @throws Error that says what is wrong */
export function parseArgument<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new Error(
    parsed.error.issues.map(({ path, message }) => `${path.join('.') || String(value)}: ${message}`).join('\n'),
  )
}
