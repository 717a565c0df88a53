import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button as AriaButton, Link as AriaLink, type ButtonProps as AriaButtonProps } from 'react-aria-components'
import css from './button.module.css'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import { Spinner } from './progress.tsx'

type Variant = 'primary' | 'secondary' | 'quiet' | 'link'

interface Looks {
  /** `primary` is the one act of the page; `quiet` has no border until it is touched; `link` reads as a link. */
  variant?: Variant
  icon?: LucideIcon
  isWide?: boolean
  children: ReactNode
}

export interface ButtonProps extends Looks, Omit<AriaButtonProps, 'className' | 'children' | 'style'> {
  /** Keys that do the same, shown beside the words: `Ctrl ↵`. */
  shortcut?: string
}

const classOf = (variant: Variant, isWide: boolean) => classNames(css.button, css[variant], isWide && css.wide)

/** While `isPending` it keeps its words and its focus, and refuses to be pressed again. */
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
  /** What it does, for those who cannot see the icon. */
  label: string
}

/** A square button for acts that everybody knows by their icon. */
export function IconButton({ icon, label, ...rest }: IconButtonProps) {
  return (
    <AriaButton {...rest} aria-label={label} className={classNames(css.button, css.quiet, css.square)}>
      <Icon of={icon} />
    </AriaButton>
  )
}

export interface LinkButtonProps extends Looks {
  href: string
}

/** Looks like a button and goes somewhere: a real link, that opens in a new tab when asked to. */
export function LinkButton({ variant = 'secondary', icon, isWide = false, children, href }: LinkButtonProps) {
  return (
    <AriaLink href={href} className={classOf(variant, isWide)}>
      {icon && <Icon of={icon} />}
      <span>{children}</span>
    </AriaLink>
  )
}
