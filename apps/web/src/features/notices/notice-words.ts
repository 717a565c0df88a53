import type { ChosenEvent, NoticeContent } from '@postroom/contract/notice'
import { toPence } from '@postroom/domain/money'
import type { TFunction } from 'i18next'
import {
  CircleAlert,
  CreditCard,
  Download,
  KeyRound,
  Printer,
  ShieldCheck,
  TriangleAlert,
  Wallet,
  Webhook,
  type LucideIcon,
} from 'lucide-react'
import { href } from '../../pages.ts'
import { formatPence } from '../../ui/format-pence.ts'
import type { Notice } from './notice-queries.ts'

interface Words {
  icon: LucideIcon
  tone: 'warn' | 'error' | 'info'
  title: string
  text: string
  /** The one act, and where it leads. */
  act: string
  to: string
}

/** A notice in words, with the place where something can be done about it. */
export function noticeWords({ content, asked_by }: Notice, t: TFunction, language: string): Words {
  const money = (pence: number) => formatPence(toPence(pence), language)
  const day = (date: string) =>
    new Date(date).toLocaleDateString(language, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
  const account = { act: t('notices.act.account'), to: href('administration', { view: 'account' }) }
  switch (content.event) {
    case 'balance_low':
      return {
        icon: Wallet,
        tone: 'warn',
        title: t('notices.balance_low.title', { amount: money(content.balance) }),
        text: t('notices.balance_low.text', { name: content.name, amount: money(content.low_balance) }),
        ...account,
      }
    case 'top_up_asked':
      return {
        icon: Wallet,
        tone: 'info',
        title: asked_by
          ? t('notices.top_up_asked.title', { name: asked_by })
          : t('notices.top_up_asked.title_colleague'),
        text: t('notices.top_up_asked.text', { name: content.name, amount: money(content.missing) }),
        ...account,
      }
    case 'top_up_stopped':
      return {
        icon: CreditCard,
        tone: 'warn',
        title: t('notices.top_up_stopped.title', { name: content.name }),
        text: t('notices.top_up_stopped.text', {
          amount: money(content.amount),
          reason: t(`automatic.reason.${content.reason}`),
        }),
        ...account,
      }
    case 'payment_disputed':
      return { icon: CreditCard, tone: 'warn', ...disputeWords(content, t, { money, day }) }
    case 'budget_exceeded':
      return {
        icon: TriangleAlert,
        tone: 'warn',
        title: t('notices.budget_exceeded.title', { name: content.name }),
        text: t(`notices.budget_exceeded.text.${content.period}`, {
          amount: money(content.amount),
          from: day(content.from),
        }),
        act: t('notices.act.figures'),
        to: href('dashboard', { costcenter: content.cost_center_id }),
      }
    case 'refund_refused':
      return {
        icon: CircleAlert,
        tone: 'error',
        title: t('notices.refund_refused.title', { amount: money(content.amount) }),
        text: t('notices.refund_refused.text', { tracking: content.tracking, reason: content.reason }),
        act: t('notices.act.shipment'),
        to: href('history', { shipment: content.shipment_id }),
      }
    case 'printer_stopped':
      return {
        icon: Printer,
        tone: 'warn',
        title: t('notices.printer_stopped.title', { name: content.printer }),
        text: t('notices.printer_stopped.text', { alias: content.alias, reason: reasonText(content.error_code, t) }),
        act: t('notices.act.printers'),
        to: href('printers'),
      }
    case 'device_outdated':
      return {
        icon: Download,
        tone: 'info',
        title: t('notices.device_outdated.title', { version: content.newer_version }),
        text: t('notices.device_outdated.text', { alias: content.alias, version: content.version }),
        act: t('notices.act.check'),
        to: href('check'),
      }
    case 'webhook_stopped':
      return {
        icon: Webhook,
        tone: 'warn',
        title: t('notices.webhook_stopped.title', { host: content.host }),
        text: t('notices.webhook_stopped.text'),
        act: t('notices.act.webhooks'),
        to: href('administration', { view: 'webhooks' }),
      }
    case 'api_key_stopped':
      return {
        icon: KeyRound,
        tone: 'warn',
        title: t('notices.api_key_stopped.title', { name: content.name }),
        text: t('notices.api_key_stopped.text'),
        act: t('notices.act.keys'),
        to: href('administration', { view: 'keys' }),
      }
    case 'api_key_ending':
      return {
        icon: KeyRound,
        tone: 'warn',
        title: t('notices.api_key_ending.title', { name: content.name }),
        text: t('notices.api_key_ending.text', { day: day(content.last_day) }),
        act: t('notices.act.keys'),
        to: href('administration', { view: 'keys' }),
      }
    default:
      return { icon: ShieldCheck, ...ownAccount(content.event, t) }
  }
}

/** Managers see the account, operators the name of the customer. */
function disputeWords(
  { organisation, name, reference, amount, state, evidence_due }: ContentOf<'payment_disputed'>,
  t: TFunction,
  { money, day }: { money: (pence: number) => string; day: (date: string) => string },
) {
  const isDue = evidence_due !== undefined && (state === 'inquiry' || state === 'open')
  const words = { reference, name: organisation ?? name, state: t(`notices.payment_disputed.state.${state}`) }
  const isOperator = organisation !== undefined
  return {
    title: t('notices.payment_disputed.title', { amount: money(amount) }),
    text: isDue
      ? t('notices.payment_disputed.text_due', { ...words, due: day(evidence_due) })
      : t('notices.payment_disputed.text', words),
    act: t(isOperator ? 'notices.act.operator' : 'notices.act.account'),
    to: isOperator ? href('operator') : href('administration', { view: 'account' }),
  }
}

type ContentOf<Event extends NoticeContent['event']> = Extract<NoticeContent, { event: Event }>

/** A newer device manager may report an error that this page does not know. */
const reasonText = (code: string, t: TFunction): string =>
  t(`deviceError.${code}`, { defaultValue: t('deviceError.printer_stopped') })

/** Something changed in the reader's own account. */
const ownAccount = (event: Exclude<NoticeContent['event'], ChosenEvent>, t: TFunction) => ({
  tone: event === 'codes_guessed' ? ('error' as const) : ('info' as const),
  title: t(`notices.${event}`),
  text: t('notices.was_it_you'),
  act: t('notices.act.profile'),
  to: href('profile'),
})
