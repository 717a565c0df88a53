import { toPence } from '@postroom/domain/money'
import { useQuery } from '@tanstack/react-query'
import { Bell as BellIcon, Search } from 'lucide-react'
import { Button, Link } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import { useBalance } from '../accounts/balance-queries.ts'
import { attentionQuery } from '../attention/attention-query.ts'
import { useDevice } from '../device/device-context.tsx'
import { useDeviceText } from '../device/device-status.tsx'
import { href } from '../pages.ts'
import { Keys } from '../shortcuts/keys.tsx'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Menu } from '../ui/menu.tsx'
import { Money } from '../ui/money.tsx'
import { StatusDot } from '../ui/status-dot.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { THEME_ICONS } from './theme-icons.ts'
import { chooseTheme, THEMES, useTheme } from './theme.ts'
import css from './top-bar.module.css'
import { UserMenu } from './user-menu.tsx'
import { Wordmark } from './wordmark.tsx'

/** More do not fit. */
const MOST_SHOWN = 99

/** Search, device status, balance, language, theme, notices and user. */
export function TopBar(props: { onSearch: () => void; onHelp: () => void; onShortcuts: () => void }) {
  return (
    <header className={css.bar}>
      <Wordmark href={href('home')} />
      <SearchButton onPress={props.onSearch} />
      <span className={css.gap} />
      <DeviceState />
      <BalanceState />
      <LanguageSwitch />
      <span className={css.theme}>
        <ThemeSwitch />
      </span>
      <Bell />
      <UserMenu onHelp={props.onHelp} onShortcuts={props.onShortcuts} />
    </header>
  )
}

/** Looks like a field; on a phone, an icon. */
function SearchButton({ onPress }: { onPress: () => void }) {
  const { t } = useTranslation()
  return (
    <Button className={css.search ?? ''} onPress={onPress} aria-keyshortcuts="Control+K">
      <Icon of={Search} size="small" />
      <span className={css.searchText}>{t('search.title')}</span>
      <span className={css.searchKeys} aria-hidden="true">
        <Keys of="search" />
      </span>
    </Button>
  )
}

function DeviceState() {
  const { text, tone } = useDeviceText(useDevice())
  return (
    <Link href={href('printers')} className={css.device ?? ''}>
      <StatusDot tone={tone}>
        <span className={css.deviceText}>{text}</span>
      </StatusDot>
    </Link>
  )
}

function BalanceState() {
  const { t } = useTranslation()
  const { balance } = useBalance()
  if (!balance) return null
  return (
    <p className={css.balance}>
      <span className={css.balanceWord}>{t('shell.balance')}</span> <Money pence={toPence(balance.balance)} />
    </p>
  )
}

/** Leads to the notices, with the number of the new ones. */
function Bell() {
  const { t } = useTranslation()
  const { data } = useQuery(attentionQuery())
  const count = data?.unread_notices ?? 0
  const page = t('page.notices')
  return (
    <Link
      href={href('notices')}
      className={css.bell ?? ''}
      aria-label={count === 0 ? page : t('notices.bell', { page, count })}
    >
      <Icon of={BellIcon} />
      {count > 0 && (
        <span className={css.new} aria-hidden="true">
          {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
        </span>
      )}
    </Link>
  )
}

function ThemeSwitch() {
  const { t } = useTranslation()
  const theme = useTheme()
  return (
    <Menu
      label={t('shell.theme')}
      trigger={
        <IconButton
          icon={THEME_ICONS[theme]}
          label={t('common.about', { what: t('shell.theme'), text: t(`shell.theme_${theme}`) })}
        />
      }
      acts={THEMES.map((choice) => ({
        id: choice,
        label: t(`shell.theme_${choice}`),
        icon: THEME_ICONS[choice],
        onAction: () => chooseTheme(choice),
      }))}
    />
  )
}
