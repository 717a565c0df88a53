import * as z from 'zod'
import { ScimRefusal } from './scim-refusal.ts'

/** What is kept of a SCIM user (RFC 7643 §4.1). Null: it has no value. */
export interface Person {
  userName: string
  externalId: string | null
  /** The name that colleagues see. */
  displayName: string
  formatted: string | null
  givenName: string | null
  familyName: string | null
  email: string
  active: boolean
}

/** A person as a provider describes one, who may lack a display name and a mail address. */
export type Described = Omit<Person, 'displayName' | 'email'> & { displayName: string | null; email: string | null }

const mailSchema = z.email().max(200)

/**
 * A person after a change. A missing mail address is the userName, and a missing display name is made from the name. It is made
 * anew where a part of the name is new and the display name is not.
 *
 * @throws ScimRefusal value, without a userName or mail address
 */
export function personAfter(before: Described, changes: Partial<Described>): Person {
  const isRenamed = (['formatted', 'givenName', 'familyName'] as const).some(
    (part) => changes[part] && changes[part] !== before[part],
  )
  const after = { ...before, ...(isRenamed && { displayName: null }), ...changes }
  if (after.userName === '') throw new ScimRefusal('value', 'userName')
  const mail = mailSchema.safeParse(after.email ?? after.userName)
  if (!mail.success) throw new ScimRefusal('value', 'emails')
  return { ...after, email: mail.data, displayName: after.displayName ?? nameFrom(after, mail.data) }
}

const DISPLAY_NAME_MAX = 100

function nameFrom({ formatted, givenName, familyName }: Described, email: string): string {
  const parts = [givenName, familyName].filter((part) => part !== null).join(' ')
  const name = formatted ?? (parts || email.split('@')[0]!)
  const isWhole = name.slice(0, DISPLAY_NAME_MAX).isWellFormed() // no half of a character
  return name.slice(0, isWhole ? DISPLAY_NAME_MAX : DISPLAY_NAME_MAX - 1).trim()
}
