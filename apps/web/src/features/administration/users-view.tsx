import type { Member } from '@postroom/contract/administration'
import { UserPlus, Users } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { DataTable } from '../../ui/lists/data-table.tsx'
import { WithDrawer } from '../../ui/lists/drawer.tsx'
import { UndoBar } from '../../ui/lists/undo-bar.tsx'
import css from './administration.module.css'
import { InviteDialog } from './invite-dialog.tsx'
import { memberColumns, nameOf, twoLines } from './member-columns.tsx'
import { MemberDrawer } from './member-drawer.tsx'
import { RightsTable } from './rights-table.tsx'
import { useFocusBack } from './use-focus-back.ts'
import { useMemberActs } from './use-member-acts.ts'
import { useMembers } from './use-members.ts'

/** The users of the organisation and their rights. @see spec §6 */
export function UsersView() {
  const { t, i18n } = useTranslation()
  const { id: ownId } = useUser()
  const members = useMembers()
  const acts = useMemberActs()
  const [open, setOpen] = useState<string>()
  const [isInviting, setInviting] = useState(false)
  const columns = useMemo(() => memberColumns(t, i18n.language, ownId), [t, i18n.language, ownId])
  const lines = useMemo(() => twoLines(t, ownId), [t, ownId])
  const member = members.rows?.find(({ id }) => id === open)
  const table = useFocusBack(member !== undefined)
  const toList = () => setOpen(undefined)
  return (
    <>
      <div className={css.page}>
        <WithDrawer
          onClose={toList}
          drawer={
            member && (
              <MemberDrawer key={member.id} member={member} isOwn={member.id === ownId} acts={acts} onClose={toList} />
            )
          }
        >
          <DataTable<Member>
            ref={table}
            label={t('administration.users')}
            columns={columns}
            rows={members.rows}
            nameOf={nameOf}
            lines={lines}
            sort={members.order}
            onSort={members.sortBy}
            current={member?.id}
            onOpen={setOpen}
            onFocusRow={(id) => member && setOpen(id)}
            onNearEnd={members.loadMore}
            isLoading={members.isLoading}
            failure={members.failure}
            above={
              <>
                <div className={css.above}>
                  <Button variant="primary" icon={UserPlus} onPress={() => setInviting(true)}>
                    {t('administration.invite')}
                  </Button>
                </div>
                <UndoBar {...acts.last} />
              </>
            }
            empty={<EmptyState icon={Users} title={t('administration.nobody')} />}
            foot={members.total !== undefined && t('administration.count', { count: members.total })}
          />
        </WithDrawer>
        <RightsTable />
      </div>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} onInvited={acts.report} />}
    </>
  )
}
