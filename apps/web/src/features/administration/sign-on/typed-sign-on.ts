import { signOnSchema, type ShownSignOn, type SignOnSettings } from '@postroom/contract/sign-on'

/** The form as typed. */
export interface TypedSignOn extends Omit<SignOnSettings, 'client_secret' | 'domains' | 'groups_claim'> {
  client_secret: string
  domains: string
  groups_claim: string
}

/** What the form shows at first: what is stored, but for the secret. */
export const typedOf = ({ settings, domains }: ShownSignOn): TypedSignOn => ({
  issuer: '',
  client_id: '',
  plan: 'full',
  role: 'sender',
  group_roles: [],
  passwords: true,
  ...settings,
  groups_claim: settings?.groups_claim ?? '',
  client_secret: '',
  domains: domains.map(({ domain }) => domain).join(', '),
})

/** Reads the form. @returns the settings, or the names of the fields that are wrong */
export function readSignOn(typed: TypedSignOn): { settings?: SignOnSettings; wrong: ReadonlySet<string> } {
  const { client_secret, groups_claim, domains, ...rest } = typed
  const read = signOnSchema.safeParse({
    ...rest,
    issuer: rest.issuer.trim(),
    domains: domains.split(/[\s,;]+/).filter((domain) => domain !== ''),
    ...(client_secret !== '' && { client_secret }),
    ...(groups_claim.trim() !== '' && { groups_claim }),
  })
  const wrong = new Set(read.error?.issues.map(({ path }) => String(path[0])))
  return { ...(read.success && { settings: read.data }), wrong }
}
