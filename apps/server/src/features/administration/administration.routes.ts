import {
  eraseMember,
  inviteMember,
  inviteMemberAgain,
  listMembers,
  updateMember,
  type Member,
} from '@postroom/contract/administration'
import type { Context } from '../../context.ts'
import { actOnUsers } from '../../access/act.ts'
import type { SignedInUser } from '../../access/signed-in-user.ts'
import { serve, type Api } from '../../http/serve.ts'
import { provisionedAmong } from '../auth/provisioning/provisioned.store.ts'
import { isInvited, type User } from '../identity/user.store.ts'
import { addMember } from './add-member.ts'
import { changeMember } from './change-member.ts'
import { eraseMember as eraseForGood } from './erase-member.ts'
import { inviteAgain, mailInvitation } from './invitation.ts'
import { findMembers } from './member.store.ts'

/** A manager's endpoints: users and their permissions. */
export function administrationRoutes(api: Api, context: Context): void {
  const { db, now } = context
  const presentMembers = async ({ organisation_id }: SignedInUser, users: readonly User[]): Promise<Member[]> => {
    const ids = users.map(({ id }) => id)
    const provisioned = await provisionedAmong(db, organisation_id, ids)
    return users.map((user) => present(user, provisioned.has(user.id)))
  }
  const presentMember = async (manager: SignedInUser, user: User): Promise<Member> =>
    (await presentMembers(manager, [user]))[0]!

  serve(api, listMembers, async ({ query, user }) => {
    const { orderBy, orderAsc, start, length } = query
    const direction = orderAsc === 'true' ? 'asc' : 'desc'
    const { rows, total } = await findMembers(db, user.organisation_id, { orderBy, direction, start, length })
    return { data: await presentMembers(user, rows), total, start, length }
  })

  serve(api, inviteMember, async ({ body, user, request }) => {
    const invited = await actOnUsers(context, user, (tx, { organisation_id, id: by }) =>
      addMember(tx, { organisation_id, by, now: now() }, body),
    )
    const invitation_sent = await mailInvitation(context, invited, request.log)
    return { ...(await presentMember(user, invited.user)), invitation_sent }
  })

  serve(api, inviteMemberAgain, async ({ params, user, request }) => {
    const invited = await inviteAgain(context, user, params.userId)
    const invitation_sent = await mailInvitation(context, invited, request.log)
    return { ...(await presentMember(user, invited.user)), invitation_sent }
  })

  serve(api, updateMember, async ({ params, body, user }) =>
    presentMember(user, await changeMember(context, user, params.userId, body)),
  )

  serve(api, eraseMember, async ({ params, query, user }) => {
    await actOnUsers(context, user, (tx, { organisation_id, id: by }) =>
      eraseForGood(tx, { organisation_id, by, reason: query.reason, now: now() }, params.userId),
    )
    return { id: params.userId }
  })
}

const present = (user: User, is_provisioned: boolean): Member => ({
  id: user.id,
  username: user.username,
  fullname: user.fullname,
  email: user.email,
  plan: user.plan,
  roles: user.roles,
  status: user.disabled_at !== null ? 'disabled' : isInvited(user) ? 'invited' : 'active',
  created_at: user.created_at.toISOString(),
  is_provisioned,
})
