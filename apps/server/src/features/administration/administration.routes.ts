import {
  eraseMember,
  inviteMember,
  inviteMemberAgain,
  listAuditEvents,
  listMembers,
  updateMember,
  type Member,
} from '@postroom/contract/administration'
import type { Context } from '../../context.ts'
import { actOnUsers } from '../../access/act.ts'
import { serve, type Api } from '../../http/serve.ts'
import { findAuditEvents } from '../audit/audit.store.ts'
import type { User } from '../identity/user.store.ts'
import { addMember } from './add-member.ts'
import { changeMember } from './change-member.ts'
import { eraseMember as eraseForGood } from './erase-member.ts'
import { inviteAgain, mailInvitation } from './invitation.ts'
import { findMembers } from './member.store.ts'

/** A manager's endpoints: users, their permissions, and the audit log. */
export function administrationRoutes(api: Api, context: Context): void {
  const { db, now } = context

  serve(api, listMembers, async ({ query, user }) => {
    const { orderBy, orderAsc, start, length } = query
    const direction = orderAsc === 'true' ? 'asc' : 'desc'
    const { rows, total } = await findMembers(db, user.organisation_id, { orderBy, direction, start, length })
    return { data: rows.map(presentMember), total, start, length }
  })

  serve(api, inviteMember, async ({ body, user, request }) => {
    const invited = await actOnUsers(context, user, (tx, { organisation_id, id: by }) =>
      addMember(tx, { organisation_id, by, now: now() }, body),
    )
    const invitation_sent = await mailInvitation(context, invited, request.log)
    return { ...presentMember(invited.user), invitation_sent }
  })

  serve(api, inviteMemberAgain, async ({ params, user, request }) => {
    const invited = await inviteAgain(context, user, params.userId)
    const invitation_sent = await mailInvitation(context, invited, request.log)
    return { ...presentMember(invited.user), invitation_sent }
  })

  serve(api, updateMember, async ({ params, body, user }) =>
    presentMember(await changeMember(context, user, params.userId, body)),
  )

  serve(api, eraseMember, async ({ params, user }) => {
    await actOnUsers(context, user, (tx, { organisation_id, id: by }) =>
      eraseForGood(tx, { organisation_id, by, now: now() }, params.userId),
    )
    return { id: params.userId }
  })

  serve(api, listAuditEvents, async ({ query: { start, length, orderAsc, ...filter }, user }) => {
    const direction = orderAsc === 'true' ? 'asc' : 'desc'
    const { organisation_id } = user
    const { rows, total } = await findAuditEvents(db, { ...filter, organisation_id, direction, start, length })
    const data = rows.map(({ seq, at, user_id, event, subject, details, ip, request_id, hash }) => ({
      number: seq,
      at: at.toISOString(),
      ...(user_id !== null && { user_id }),
      event,
      ...(subject !== null && { subject }),
      details,
      ...(ip !== null && { ip }),
      ...(request_id !== null && { request_id }),
      hash: hash.toString('hex'),
    }))
    return { data, total, start, length }
  })
}

const presentMember = (user: User): Member => ({
  id: user.id,
  username: user.username,
  fullname: user.fullname,
  email: user.email,
  plan: user.plan,
  roles: user.roles,
  status: user.disabled_at !== null ? 'disabled' : user.password_hash === null ? 'invited' : 'active',
  created_at: user.created_at.toISOString(),
})
