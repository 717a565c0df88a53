import { invitationSchema } from '@postroom/contract/administration'
import { openCarrierAccount as opening, topUpAccount } from '@postroom/contract/carrier-account'
import { toPence } from '@postroom/domain/money'
import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { readConfig } from '../config.ts'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { findAccountById, openCarrierAccount } from '../features/accounts/account.store.ts'
import { openAccount as open } from '../features/accounts/change-account.ts'
import { recordTopUp } from '../features/accounts/record-topup.ts'
import { addMember } from '../features/administration/add-member.ts'
import { eraseMember } from '../features/administration/erase-member.ts'
import { invitationLink } from '../features/administration/invitation-mail.ts'
import { findMember } from '../features/administration/member.store.ts'
import { recordAudit } from '../features/audit/audit.store.ts'
import { insertOrganisation, organisationExists } from '../features/identity/user.store.ts'
import { publicUrlOf } from '../public-url.ts'
import { onDatabase } from './on-database.ts'
import type { Outcome } from './outcome.ts'

/** Makes an organisation with an empty prepaid account. */
export const addOrganisation = (name: string): Promise<Outcome> =>
  onDatabase(async (db) => {
    const { organisation, account } = await inTransaction(db, async (tx) => {
      const { id: organisation_id } = await insertOrganisation(tx, given(z.string().trim().min(1).max(100), name))
      const opened = await openCarrierAccount(tx, { organisation_id, name: 'Royal Mail' })
      await recordAudit(tx, { organisation_id, event: 'organisation_added', subject: organisation_id })
      return { organisation: organisation_id, account: opened }
    })
    return { text: `Organisation ${organisation}\nAccount ${account}\n`, exitCode: 0 }
  })

/** Makes a user and shows the link with which he sets his password; nothing is mailed. */
export const addUser = (organisation: string, ...[username, email, fullname, plan, role]: string[]): Promise<Outcome> =>
  onDatabase(async (db) => {
    const organisation_id = given(z.uuid(), organisation)
    if (!(await organisationExists(db, organisation_id))) throw new Error(`There is no organisation ${organisation}.`)
    const invitation = given(invitationSchema, { username, email, fullname, plan, roles: [role] })
    const { user, token } = await addMember(db, { organisation_id, now: new Date() }, invitation)
    const config = readConfig(process.env)
    const link = invitationLink(publicUrlOf(config, config.PORT), token)
    return { text: `User ${user.id}\nTo set the password, once, within three days: ${link}\n`, exitCode: 0 }
  })

/** Erases a user for good. */
export const eraseUser = (username: string): Promise<Outcome> =>
  onDatabase(async (db) => {
    const member = await findMember(db, username)
    if (!member) throw new Error(`There is no user ${username}.`)
    await eraseMember(db, { organisation_id: member.organisation_id, now: new Date() }, member.id)
    return { text: `Erased user ${member.id}. What he bought stays.\n`, exitCode: 0 }
  })

/** Opens one more account of an organisation, with the limits of a new one. */
export const openAccount = (organisation: string, name: string): Promise<Outcome> =>
  onDatabase(async (db) => {
    const organisation_id = given(z.uuid(), organisation)
    if (!(await organisationExists(db, organisation_id))) throw new Error(`There is no organisation ${organisation}.`)
    const { id } = await open(db, { organisation_id }, given(opening.body, { name }))
    return { text: `Account ${id}\n`, exitCode: 0 }
  })

/** Books money that was received, in pounds such as 50 or 50.25. */
export const creditAccount = (account: string, pounds: string, reference: string): Promise<Outcome> =>
  onDatabase(async (db) => {
    const id = given(z.uuid(), account)
    const money = given(topUpAccount.body, { amount: penceOf(pounds), reference })
    const { topUp } = await recordTopUp(db, {
      organisation_id: await organisationOf(db, id),
      carrier_account_id: id,
      provider: 'manual',
      amount: toPence(money.amount),
      reference: money.reference,
      idem_key: randomUUID(),
      recorded_by: null,
    })
    return { text: `Booked £${(topUp.amount / 100).toFixed(2)} as transfer ${topUp.transfer_id}.\n`, exitCode: 0 }
  })

async function organisationOf(db: Db, account: string): Promise<string> {
  const found = await findAccountById(db, account)
  if (!found) throw new Error(`There is no account ${account}.`)
  return found.organisation_id
}

/** `50.25` and `50` as pence; anything else is no amount, which the schema refuses. */
const penceOf = (pounds: string): number => (/^\d{1,6}(\.\d\d)?$/.test(pounds) ? Math.round(Number(pounds) * 100) : NaN)

/** What was typed, checked as the API checks it. @throws Error that says what is wrong */
function given<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new Error(
    parsed.error.issues.map(({ path, message }) => `${path.join('.') || String(value)}: ${message}`).join('\n'),
  )
}
