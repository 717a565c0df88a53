import { signOnSchema } from '@postroom/contract/sign-on'
import * as z from 'zod'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { recordAudit } from '../features/audit/audit.store.ts'
import { organisationExists } from '../features/identity/user.store.ts'
import { confirmDomain as confirm } from '../features/auth/sign-on/domain.store.ts'
import { turnPasswordsOn as turnOn } from '../features/auth/sign-on/sign-on.store.ts'
import { parseArgument } from './administration.ts'
import { onDatabase } from './on-database.ts'
import type { Outcome } from './outcome.ts'

/** Confirms that a mail domain is an organisation's: its verified addresses then decide which users people are. */
export const confirmDomain = (organisation: string, given: string): Promise<Outcome> =>
  onDatabase(async (db) => {
    const organisation_id = await organisationNamed(db, organisation)
    const domain = parseArgument(signOnSchema.shape.domains.element, given)
    await inTransaction(db, async (tx) => {
      if (!(await confirm(tx, organisation_id, domain, new Date())))
        throw new Error(`${domain} is confirmed for another organisation.`)
      await recordAudit(tx, { organisation_id, event: 'domain_confirmed', details: { domain } })
    })
    return { text: `Confirmed ${domain}.\n`, exitCode: 0 }
  })

/** The way back for an organisation whose identity provider fails while passwords are off. */
export const turnPasswordsOn = (organisation: string): Promise<Outcome> =>
  onDatabase(async (db) => {
    const organisation_id = await organisationNamed(db, organisation)
    const isChanged = await inTransaction(db, async (tx) => {
      if (!(await turnOn(tx, organisation_id))) return false
      await recordAudit(tx, { organisation_id, event: 'passwords_on' })
      return true
    })
    return { text: isChanged ? 'Passwords work again.\n' : 'Passwords were not off.\n', exitCode: 0 }
  })

async function organisationNamed(db: Db, organisation: string): Promise<string> {
  const id = parseArgument(z.uuid(), organisation)
  if (!(await organisationExists(db, id))) throw new Error(`There is no organisation ${organisation}.`)
  return id
}
