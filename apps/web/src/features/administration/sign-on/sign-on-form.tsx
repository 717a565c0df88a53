import type { ShownSignOn, SignOnTest } from '@postroom/contract/sign-on'
import { PLANS } from '@postroom/domain/catalogue/services'
import { FIRST_ROLES } from '@postroom/domain/people/roles'
import { PlugZap } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { FormActs } from '../../../ui/form-acts.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import css from '../administration.module.css'
import { GroupRows } from './group-rows.tsx'
import own from './sign-on.module.css'
import { useSaveSignOn, useTestSignOn } from './sign-on-queries.ts'
import { readSignOn, typedOf, type TypedSignOn } from './typed-sign-on.ts'

type TextName = 'issuer' | 'client_id' | 'client_secret' | 'domains' | 'groups_claim'

/** How the organisation signs on. What was typed stays until the issuer is ready. */
export function SignOnForm({ shown, onCancel }: { shown: ShownSignOn; onCancel: (() => void) | undefined }) {
  const { t } = useTranslation()
  const save = useSaveSignOn()
  const test = useTestSignOn()
  const [typed, setTyped] = useState(() => typedOf(shown))
  const [wrong, setWrong] = useState<ReadonlySet<string>>(new Set())
  const change = (changes: Partial<TypedSignOn>) => setTyped({ ...typed, ...changes })
  const isNew = shown.settings === undefined
  const aboutOf = (name: TextName) =>
    isNew && name === 'client_secret' ? '' : t(`sign_on.about.${name}`, { defaultValue: '' })
  const text = (name: TextName) => (
    <TextField
      name={name}
      label={t(`sign_on.field.${name}`)}
      type={name === 'client_secret' ? 'password' : 'text'}
      autoComplete="off"
      value={typed[name]}
      onChange={(value) => change({ [name]: value })}
      description={aboutOf(name)}
      error={wrong.has(name) ? t(`sign_on.wrong.${name}`) : undefined}
    />
  )
  function submit(): void {
    const read = readSignOn(typed)
    const lacksSecret = isNew && typed.client_secret === ''
    setWrong(new Set([...read.wrong, ...(lacksSecret ? ['client_secret'] : [])]))
    test.reset()
    if (read.settings && !lacksSecret)
      save.mutate(read.settings, { onSuccess: ({ result }) => result === 'ready' && change({ client_secret: '' }) })
  }
  function tryIssuer(): void {
    const isWrong = readSignOn(typed).wrong.has('issuer')
    setWrong(new Set(isWrong ? ['issuer'] : []))
    save.reset()
    if (!isWrong) test.mutate(typed.issuer.trim())
  }
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {text('issuer')}
      {text('client_id')}
      {text('client_secret')}
      {text('domains')}
      <div className={own.pair}>
        <Select
          name="plan"
          label={t('sign_on.field.plan')}
          value={typed.plan}
          onChange={(plan) => change({ plan })}
          options={PLANS.map((value) => ({ value, label: t(`administration.plan.${value}`) }))}
        />
        <Select
          name="role"
          label={t('sign_on.field.role')}
          value={typed.role}
          onChange={(role) => change({ role })}
          options={FIRST_ROLES.map((value) => ({ value, label: t(`administration.role.${value}`) }))}
        />
      </div>
      {text('groups_claim')}
      <GroupRows
        rows={typed.group_roles}
        isWrong={wrong.has('group_roles')}
        onChange={(group_roles) => change({ group_roles })}
      />
      <div>
        <Checkbox
          name="passwords"
          label={t('sign_on.passwords')}
          isSelected={typed.passwords}
          onChange={(passwords) => change({ passwords })}
        />
        <p className={own.quiet}>{t('sign_on.passwords_about')}</p>
      </div>
      {save.data && <Outcome test={save.data} text={save.data.result === 'ready' ? 'saved' : 'not_saved'} />}
      {test.data && <Outcome test={test.data} />}
      <div className={css.acts}>
        <FormActs submit={t('sign_on.save')} isPending={save.isPending} onCancel={onCancel} />
        <Button icon={PlugZap} isPending={test.isPending} onPress={tryIssuer}>
          {t('sign_on.test')}
        </Button>
      </div>
    </form>
  )
}

/** What the configuration of the issuer says, and whether the form was saved. */
function Outcome({ test: { result, reports_logout }, text }: { test: SignOnTest; text?: 'saved' | 'not_saved' }) {
  const { t } = useTranslation()
  return (
    <Notice tone={result === 'ready' ? 'good' : 'error'} isLive>
      {text && `${t(`sign_on.${text}`)} `}
      {t(`sign_on.result.${result}`)} {result === 'ready' && !reports_logout && t('sign_on.no_reports')}
    </Notice>
  )
}
