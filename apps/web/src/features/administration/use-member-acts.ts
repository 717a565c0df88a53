import type { EraseReason, Member } from '@postroom/contract/administration'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEraseMember, useInviteAgain, useUpdateMember, type MemberChange } from './member-queries.ts'

/** Changes users at once, and offers to undo the last change. An erased user cannot be restored. */
export function useMemberActs() {
  const { t } = useTranslation()
  const update = useUpdateMember()
  const again = useInviteAgain()
  const erasing = useEraseMember()
  const [last, setLast] = useState<{ text: string; undo?: { id: string } & MemberChange }>()
  const change = (member: Member, wanted: MemberChange, before: MemberChange, text: string) =>
    update.mutate(
      { id: member.id, ...wanted },
      { onSuccess: () => setLast({ text, undo: { id: member.id, ...before } }) },
    )
  const undo = last?.undo
  return {
    isPending: update.isPending || again.isPending || erasing.isPending,
    change,
    inviteAgain: (member: Member) =>
      again.mutate(member.id, {
        onSuccess: ({ invitation_sent }) =>
          setLast({
            text: t(invitation_sent ? 'administration.invited' : 'administration.not_sent', { name: member.fullname }),
          }),
      }),
    erase: (member: Member, reason: EraseReason, done: () => void) =>
      erasing.mutate(
        { id: member.id, reason },
        {
          onSuccess: () => {
            setLast({ text: t('administration.erased', { name: member.fullname }) })
            done()
          },
        },
      ),
    report: (text: string) => setLast({ text }),
    last: {
      text: last?.text,
      isPending: update.isPending,
      onUndo: undo && (() => update.mutate(undo, { onSuccess: () => setLast(undefined) })),
      onDismiss: () => setLast(undefined),
    },
  }
}
export type MemberActs = ReturnType<typeof useMemberActs>
