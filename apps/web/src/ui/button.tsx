import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button as AriaButton, Link as AriaLink, type ButtonProps as AriaButtonProps } from 'react-aria-components'
import css from './button.module.css'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import { Spinner } from './progress.tsx'

type Variant = 'primary' | 'secondary' | 'quiet' | 'link'

interface Looks {
  /** `primary`: the main action of the page. `quiet`: no border until hovered or focused. `link`: looks like a link. */
  variant?: Variant
  icon?: LucideIcon
  isWide?: boolean
  children: ReactNode
}

export interface ButtonProps extends Looks, Omit<AriaButtonProps, 'className' | 'children' | 'style'> {
  /** The keyboard shortcut, shown beside the label: `Ctrl ↵`. */
  shortcut?: string
}

const classOf = (variant: Variant, isWide: boolean) => classNames(css.button, css[variant], isWide && css.wide)

/** While `isPending` it keeps its label and focus, and ignores presses. */
export function Button({ variant = 'secondary', icon, isWide = false, shortcut, children, ...rest }: ButtonProps) {
  return (
    <AriaButton {...rest} className={classOf(variant, isWide)}>
      {rest.isPending ? <Spinner size={18} /> : icon && <Icon of={icon} />}
      <span>{children}</span>
      {shortcut !== undefined && (
        <kbd className={css.shortcut} aria-hidden="true">
          {shortcut}
        </kbd>
      )}
    </AriaButton>
  )
}

export interface IconButtonProps extends Omit<AriaButtonProps, 'className' | 'children' | 'style'> {
  icon: LucideIcon
  /** What it does, for screen readers. */
  label: string
}

/** A square button for actions with a familiar icon. */
export function IconButton({ icon, label, ...rest }: IconButtonProps) {
  return (
    <AriaButton {...rest} aria-label={label} className={classNames(css.button, css.quiet, css.square)}>
      <Icon of={icon} />
    </AriaButton>
  )
}

export interface LinkButtonProps extends Looks {
  href: string
  /** For screen readers, where the text alone does not say of what. */
  label?: string
  /** Something besides following the link. */
  onPress?: () => void
}

/** A link that looks like a button. */
export function LinkButton({
  variant = 'secondary',
  icon,
  isWide = false,
  children,
  href,
  label,
  onPress,
}: LinkButtonProps) {
  return (
    <AriaLink
      href={href}
      {...(label !== undefined && { 'aria-label': label })}
      {...(onPress && { onPress })}
      className={classOf(variant, isWide)}
    >
      {icon && <Icon of={icon} />}
      <span>{children}</span>
    </AriaLink>
  )
}
