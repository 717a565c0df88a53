/** Why SCIM refuses a call: status, `scimType` (RFC 7644 §3.12), and words for the administrator of the identity provider. */
const REFUSALS = {
  user_unknown: [404, undefined, 'This organisation has no such user who is managed by SCIM.'],
  user_name_taken: [409, 'uniqueness', 'Another user has this userName.'],
  mail_taken: [409, 'uniqueness', 'Another user has this mail address.'],
  last_manager: [409, undefined, 'This is the last manager of the organisation. Make another user a manager first.'],
  foreign_domain: [400, 'invalidValue', 'The domain of this mail address is not confirmed for the organisation.'],
  no_sign_on: [403, undefined, 'Set up sign-in at the identity provider first: it decides the rights of new users.'],
  no_username: [409, 'uniqueness', 'Too many users have a mail address like this one.'],
  filter: [400, 'invalidFilter', 'A filter is userName eq "…" or externalId eq "…".'],
  page: [400, 'invalidValue', 'startIndex and count are whole numbers.'],
  body: [400, 'invalidSyntax', 'The body is not what this call accepts.'],
  operations: [400, 'invalidSyntax', 'Operations are 1 to 100 objects with op add, replace or remove.'],
  path: [400, 'invalidPath', 'This path is not understood.'],
  target: [400, 'noTarget', 'An operation without a path needs an object as its value, and remove needs a path.'],
  read_only: [400, 'mutability', 'This attribute cannot be changed.'],
  value: [400, 'invalidValue', 'This value is not accepted.'],
} as const satisfies Record<string, readonly [status: number, scimType: string | undefined, detail: string]>

export type ScimRefusalCode = keyof typeof REFUSALS

/** Leaves a use case with a refusal that an identity provider understands; a transaction around it rolls back. */
export class ScimRefusal extends Error {
  readonly status: number
  readonly scimType: string | undefined
  readonly detail: string

  /** @param about the attribute that is refused */
  constructor(code: ScimRefusalCode, about?: string) {
    super(code)
    this.name = 'ScimRefusal'
    const [status, scimType, words] = REFUSALS[code]
    this.status = status
    this.scimType = scimType
    this.detail = about === undefined ? words : `${about}: ${words}`
  }
}
