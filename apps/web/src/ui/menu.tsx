import type { LucideIcon } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { Header, Menu as AriaMenu, MenuItem, MenuSection, MenuTrigger, Popover } from 'react-aria-components'
import { Icon } from './icon.tsx'
import css from './select.module.css'

interface MenuAct {
  id: string
  label: string
  icon?: LucideIcon
  isDisabled?: boolean
  onAction: () => void
}

export interface MenuProps {
  label: string
  /** The button that opens it. */
  trigger: ReactElement
  /** A heading above the items: the user or shipment they concern. */
  header?: ReactNode
  /** A remark below the items. */
  footer?: ReactNode
  acts: readonly MenuAct[]
}

/** A menu of actions behind one button. */
export function Menu({ label, trigger, header, footer, acts }: MenuProps) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover className={css.popover ?? ''} placement="bottom end" offset={6}>
        <AriaMenu aria-label={label} className={css.list ?? ''}>
          <MenuSection aria-label={label}>
            {header !== undefined && <Header className={css.heading ?? ''}>{header}</Header>}
            {acts.map((act) => (
              <MenuItem
                key={act.id}
                id={act.id}
                onAction={act.onAction}
                isDisabled={act.isDisabled ?? false}
                textValue={act.label}
                className={css.item ?? ''}
              >
                <span>{act.label}</span>
                {act.icon && <Icon of={act.icon} size="small" />}
              </MenuItem>
            ))}
          </MenuSection>
        </AriaMenu>
        {footer !== undefined && <p className={css.footer}>{footer}</p>}
      </Popover>
    </MenuTrigger>
  )
}
