import { toPence } from '@postroom/domain/money'
import { Search } from 'lucide-react'
import { Button, Link } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import { useBalance } from '../accounts/balance-queries.ts'
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

/** Search, device status, balance, language, theme and user. */
export function TopBar({ onSearch, onShortcuts }: { onSearch: () => void; onShortcuts: () => void }) {
  return (
    <header className={css.bar}>
      <Wordmark href={href('home')} />
      <SearchButton onPress={onSearch} />
      <span className={css.gap} />
      <DeviceState />
      <BalanceState />
      <LanguageSwitch />
      <ThemeSwitch />
      <UserMenu onShortcuts={onShortcuts} />
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
