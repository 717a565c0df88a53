import { isIP } from 'node:net'
import { AppError } from '../../../app-error.ts'
import type { Settings } from '../../../context.ts'

/** The site that passkeys are made for and used at. */
export interface RelyingParty {
  /** A domain name: browsers offer no passkeys for an address. */
  id: string
  origin: string
}

/** The site at the public address; nothing where browsers have no passkeys: without https, or without a domain name. */
export function relyingPartyOf({ publicUrl }: Pick<Settings, 'publicUrl'>): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(publicUrl)
  const isSecure = protocol === 'https:' || hostname === 'localhost'
  return isSecure && isIP(hostname.replaceAll(/[[\]]/g, '')) === 0 ? { id: hostname, origin } : undefined
}

/** As `relyingPartyOf`. @throws AppError passkeys_unavailable */
export function needRelyingParty(settings: Pick<Settings, 'publicUrl'>): RelyingParty {
  const party = relyingPartyOf(settings)
  if (!party) throw new AppError('passkeys_unavailable')
  return party
}
