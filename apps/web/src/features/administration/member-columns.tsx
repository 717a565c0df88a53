import type { Member } from '@postroom/contract/administration'
import type { TFunction } from 'i18next'
import { Badge, type Tone } from '../../ui/badge.tsx'
import type { Column, TwoLines } from '../../ui/lists/columns.ts'
import css from './administration.module.css'

const TONE: Readonly<Record<Member['status'], Tone>> = { active: 'good', invited: 'info', disabled: 'neutral' }

export const nameOf = ({ fullname }: Member): string => fullname

/** The roles of a user, as words. */
const rolesOf = ({ roles }: Member, t: TFunction): string =>
  roles.map((role) => t(`administration.role.${role}`)).join(', ')

const planOf = ({ plan }: Member, t: TFunction): string => t(`administration.plan.${plan}`)

const dayOf = (instant: string, language: string): string =>
  new Date(instant).toLocaleDateString(language, { day: 'numeric', month: 'short', year: 'numeric' })

/** The columns of the users. The day makes room for the drawer. @param ownId marks the user's own row */
export const memberColumns = (t: TFunction, language: string, ownId: string): Column<Member>[] => [
  {
    id: 'fullname',
    name: t('administration.name'),
    width: '3fr',
    isRowHeader: true,
    isSortable: true,
    cell: (row) => <Name member={row} ownId={ownId} t={t} />,
  },
  { id: 'role', name: t('administration.role_label'), width: '1fr', cell: (row) => rolesOf(row, t) },
  { id: 'plan', name: t('administration.plan_label'), width: 80, cell: (row) => planOf(row, t), from: 700 },
  { id: 'state', name: t('administration.state'), width: 140, cell: (row) => <State member={row} t={t} /> },
  {
    id: 'created_at',
    name: t('administration.since'),
    width: 130,
    isSortable: true,
    cell: ({ created_at }) => dayOf(created_at, language),
    from: 860,
  },
]

/** A user on two lines, for a phone. */
export const twoLines =
  (t: TFunction, ownId: string) =>
  (row: Member): TwoLines => ({
    first: <Name member={row} ownId={ownId} t={t} />,
    end: <State member={row} t={t} />,
    second: `${rolesOf(row, t)} · ${planOf(row, t)}`,
  })

function Name({ member, ownId, t }: { member: Member; ownId: string; t: TFunction }) {
  return (
    <>
      <b>{member.fullname}</b> {member.id === ownId && <Badge>{t('administration.you')}</Badge>}{' '}
      {member.is_provisioned && <Badge tone="info">{t('administration.provisioned')}</Badge>}{' '}
      <span className={css.quiet}>{member.email}</span>
    </>
  )
}

/** A user whom the provider manages needs no invitation. */
const stateOf = ({ status, is_provisioned }: Member) => (status === 'invited' && is_provisioned ? 'expected' : status)

const State = ({ member, t }: { member: Member; t: TFunction }) => (
  <Badge tone={TONE[member.status]}>{t(`administration.states.${stateOf(member)}`)}</Badge>
)
