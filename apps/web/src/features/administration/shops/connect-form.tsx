import { connectShop, SHOP_KINDS } from '@postroom/contract/shop'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shippersQuery } from '../../../item-form/item-form-queries.ts'
import { href } from '../../../pages.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { FormActs } from '../../../ui/form-acts.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import css from '../administration.module.css'
import { useShopAct } from './shop-queries.ts'

const SECRETS = { woocommerce: ['consumer_key', 'consumer_secret'], shopify: ['access_token'] } as const
type Field = 'name' | 'url' | 'sender' | 'consumer_key' | 'consumer_secret' | 'access_token'

/** Takes the address and key of a shop. What was typed stays until the shop has accepted it. */
export function ConnectForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const { data: senders } = useQuery(shippersQuery())
  const acts = useShopAct()
  const [kind, setKind] = useState<(typeof SHOP_KINDS)[number]>('woocommerce')
  const [typed, setTyped] = useState<Partial<Record<Field, string>>>({})
  const [wrong, setWrong] = useState<ReadonlySet<string>>(new Set())
  const text = (name: Exclude<Field, 'sender'>, isSecret = false) => (
    <TextField
      key={name}
      name={name}
      label={t(`shops.field.${name}`)}
      type={isSecret ? 'password' : 'text'}
      autoComplete="off"
      value={typed[name] ?? ''}
      onChange={(value) => setTyped({ ...typed, [name]: value })}
      description={t(`shops.about.${name === 'url' || isSecret ? `${kind}_${name}` : name}`, { defaultValue: '' })}
      error={wrong.has(name) ? t(`shops.wrong.${isSecret ? 'secret' : name}`) : undefined}
    />
  )
  function submit(): void {
    const from = senders?.find(({ id }) => id === (typed.sender ?? senders[0]?.id))?.address
    const secrets = Object.fromEntries(SECRETS[kind].map((name) => [name, typed[name] ?? '']))
    const asked = { kind, name: typed.name ?? '', url: (typed.url ?? '').trim(), from, ...secrets }
    const read = connectShop.body.safeParse(asked)
    setWrong(new Set(read.error?.issues.map(({ path }) => String(path[0] === 'from' ? 'sender' : path[0]))))
    if (!read.success) return
    acts.mutate(
      { act: 'connect', connection: read.data },
      { onSuccess: (result) => result === 'connected' && onDone() },
    )
  }
  if (senders?.length === 0)
    return (
      <Notice tone="warn" action={<LinkButton href={href('preferences')}>{t('shops.add_sender')}</LinkButton>}>
        {t('shops.no_sender')}
      </Notice>
    )
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Choice
        label={t('shops.field.kind')}
        name="kind"
        look="segments"
        value={kind}
        onChange={setKind}
        options={SHOP_KINDS.map((value) => ({ value, label: t(`shops.kind.${value}`) }))}
      />
      {text('name')}
      {text('url')}
      {SECRETS[kind].map((name) => text(name, true))}
      <Select
        name="sender"
        label={t('shops.field.sender')}
        value={typed.sender ?? senders?.[0]?.id ?? null}
        onChange={(sender) => setTyped({ ...typed, sender })}
        options={(senders ?? []).map(({ id, alias }) => ({ value: id, label: alias }))}
        error={wrong.has('sender') ? t('shops.wrong.sender') : undefined}
      />
      {acts.data !== undefined && acts.data !== 'connected' && (
        <Notice tone="error" isLive>
          {t('shops.not_connected')} {t(`shops.trouble.${acts.data}`)}
        </Notice>
      )}
      <FormActs submit={t('shops.check_and_connect')} isPending={acts.isPending} onCancel={onDone} />
    </form>
  )
}
