import { Check, Minus } from 'lucide-react'
import { Checkbox } from 'react-aria-components'
import { Icon } from '../icon.tsx'
import css from './data-table.module.css'

/** The box that chooses a row; in the head, all rows. React Aria names it. */
export function RowBox() {
  return (
    <Checkbox slot="selection" className={css.choose ?? ''}>
      {({ isSelected, isIndeterminate }) => (
        <span className={css.box} aria-hidden="true">
          {isIndeterminate ? <Icon of={Minus} size="tiny" /> : isSelected && <Icon of={Check} size="tiny" />}
        </span>
      )}
    </Checkbox>
  )
}
