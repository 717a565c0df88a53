import { Check, CircleDashed, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import css from './check-page.module.css'
import type { Link, Remedy } from './link.ts'

const ICONS = { fine: Check, bad: TriangleAlert, wait: CircleDashed } as const

/** One link: its name, what was found, and either its state or the one thing to do. */
export function CheckRow({ name, state, fault, words, remedy }: Link) {
  const { t } = useTranslation()
  return (
    <li className={css.link} data-state={state}>
      <span className={css.mark}>
        <Icon of={ICONS[state]} size="tiny" />
      </span>
      <span>
        <strong>{name}</strong>
        {fault !== undefined && <span className={css.fault}>{fault}</span>}
      </span>
      <span className={css.words}>{words}</span>
      {remedy ? (
        <RemedyButton name={name} remedy={remedy} />
      ) : (
        <span className={css.state}>{t(`check.state.${state}`)}</span>
      )}
    </li>
  )
}

/** For screen readers the button also says for which link. */
function RemedyButton({ name, remedy }: { name: string; remedy: Remedy }) {
  const { t } = useTranslation()
  const label = t('check.remedy_for', { act: remedy.words, link: name })
  if ('href' in remedy)
    return (
      <LinkButton href={remedy.href} label={label}>
        {remedy.words}
      </LinkButton>
    )
  return (
    <Button aria-label={label} isPending={remedy.isPending ?? false} onPress={remedy.act}>
      {remedy.words}
    </Button>
  )
}
