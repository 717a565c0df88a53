import type { AuthUser, issueToken } from '@postroom/contract/auth'
import type { CallOf } from '@postroom/contract/endpoint'
import { CLIENT_ID, ISSUE_TOKEN } from '../api/calls-without-schemas.ts'
import { send, textOf } from '../api/send.ts'
import { authUserIn } from './auth-user.ts'

type Credentials = Pick<CallOf<typeof issueToken>['body'], 'username' | 'password' | 'otp'>

/** Signs in. @throws what `send` throws, and Error when the answer breaks the contract */
export async function signIn(credentials: Credentials): Promise<AuthUser> {
  const { bytes } = await send<typeof issueToken>(ISSUE_TOKEN, {
    body: { grant_type: 'password', client_id: CLIENT_ID, ...credentials },
  })
  const user = authUserIn(textOf(bytes))
  if (!user) throw new Error('issueToken answered with something else than a user')
  return user
}
