import { AppError } from '../app-error.ts'
import type { Requester } from './actor.ts'

/** The accounts that a caller is confined to; undefined: every one of their organisation. */
export const accountsOf = ({ api_key }: Pick<Requester, 'api_key'>): readonly string[] | undefined =>
  api_key?.accounts ?? undefined

/** Refuses an account, and what was bought from it, to an API key that was made for others. @throws AppError api_key_not_allowed */
export function refuseOtherAccounts(user: Pick<Requester, 'api_key'>, accountId: string): void {
  if (accountsOf(user)?.includes(accountId) === false) throw new AppError('api_key_not_allowed')
}
