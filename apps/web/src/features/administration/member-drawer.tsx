import { ERASE_REASONS, type EraseReason, type Member } from '@postroom/contract/administration'
import { PLANS, type Plan } from '@postroom/domain/catalogue/services'
import { isOperator, OFFICE_ROLES, type OfficeRole } from '@postroom/domain/people/roles'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { ConfirmWithReason } from '../../ui/lists/confirm-with-reason.tsx'
import { Drawer } from '../../ui/lists/drawer.tsx'
import { Select } from '../../ui/select.tsx'
import css from './administration.module.css'
import type { MemberActs } from './use-member-acts.ts'

interface MemberDrawerProps {
  member: Member
  /** The signed-in manager's own row, which they cannot change. */
  isOwn: boolean
  acts: MemberActs
  onClose: () => void
}

/** One user: role and plan are saved at once; a disabled user can be enabled again, an erased one cannot. */
export function MemberDrawer({ member, isOwn, acts, onClose }: MemberDrawerProps) {
  const { t } = useTranslation()
  const [isErasing, setErasing] = useState(false)
  const name = member.fullname
  const office = OFFICE_ROLES.filter((role) => member.roles.includes(role))
  const setRole = (role: OfficeRole) =>
    acts.change(
      member,
      { roles: [role] },
      { roles: office },
      t('administration.changed', { name, what: t(`administration.role.${role}`) }),
    )
  const setPlan = (plan: Plan) =>
    acts.change(
      member,
      { plan },
      { plan: member.plan },
      t('administration.changed', { name, what: t(`administration.plan.${plan}`) }),
    )
  const disable = (is_disabled: boolean) =>
    acts.change(
      member,
      { is_disabled },
      { is_disabled: !is_disabled },
      t(is_disabled ? 'administration.disabled' : 'administration.enabled', { name }),
    )
  return (
    <Drawer title={name} note={`${member.username} · ${member.email}`} onClose={onClose}>
      {isOwn ? (
        <p>{t('administration.own')}</p>
      ) : (
        <div className={css.form}>
          <Select
            name="member-role"
            label={t('administration.role_label')}
            value={office.length === 1 ? office[0]! : null}
            placeholder={office.map((role) => t(`administration.role.${role}`)).join(', ')}
            onChange={setRole}
            options={OFFICE_ROLES.map((role) => ({ value: role, label: t(`administration.role.${role}`) }))}
            isDisabled={acts.isPending}
          />
          <Select
            name="member-plan"
            label={t('administration.plan_label')}
            value={member.plan}
            onChange={setPlan}
            options={PLANS.map((plan) => ({ value: plan, label: t(`administration.plan.${plan}`) }))}
            isDisabled={acts.isPending}
          />
          {isOperator(member.roles) ? (
            <p>{t('administration.operator')}</p>
          ) : (
            <div className={css.acts}>
              {member.status === 'invited' && !member.is_provisioned && (
                <Button isPending={acts.isPending} onPress={() => acts.inviteAgain(member)}>
                  {t('administration.invite_again')}
                </Button>
              )}
              <Button isPending={acts.isPending} onPress={() => disable(member.status !== 'disabled')}>
                {t(member.status === 'disabled' ? 'administration.enable' : 'administration.disable')}
              </Button>
              <Button onPress={() => setErasing(true)}>{t('administration.erase')}</Button>
            </div>
          )}
          <p className={css.quiet}>{t('administration.disable_text')}</p>
          {member.is_provisioned && <p>{t('administration.provisioned_text')}</p>}
        </div>
      )}
      <ConfirmWithReason<EraseReason>
        title={t('administration.erase_title', { name })}
        isOpen={isErasing}
        onClose={() => setErasing(false)}
        label={t('administration.erase_reason_label')}
        reasons={ERASE_REASONS.map((value) => ({ value, label: t(`administration.erase_reason.${value}`) }))}
        confirm={t('administration.erase_confirm', { name })}
        isPending={acts.isPending}
        onConfirm={(reason) => acts.erase(member, reason, onClose)}
      >
        <p>{t('administration.erase_text')}</p>
      </ConfirmWithReason>
    </Drawer>
  )
}
