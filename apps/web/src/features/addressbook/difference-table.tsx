import type { AddressText } from '@postroom/contract/address'
import { useTranslation } from 'react-i18next'
import { changedParts } from './changed-parts.ts'
import css from './addressbook.module.css'

const SHOWN = [
  'name',
  'company_name',
  'address1',
  'address2',
  'address3',
  'city',
  'state_province',
  'postal_code',
] as const

/** How many fields of an address a suggestion changes. */
export const differencesIn = (mine: AddressText, suggested: AddressText): number =>
  SHOWN.filter((field) => mine[field] !== suggested[field]).length

/** An address beside the suggested one; only the changed parts are marked. */
export function DifferenceTable({ mine, suggested }: { mine: AddressText; suggested: AddressText }) {
  const { t } = useTranslation()
  return (
    <table className={css.difference}>
      <thead>
        <tr>
          <th scope="col">{t('addressbook.field')}</th>
          <th scope="col">{t('addressbook.mine')}</th>
          <th scope="col">{t('addressbook.suggested')}</th>
        </tr>
      </thead>
      <tbody>
        {SHOWN.filter((field) => mine[field] !== '' || suggested[field] !== '').map((field) => {
          const { from, to } = changedParts(mine[field], suggested[field])
          return (
            <tr key={field}>
              <th scope="row">{t(`shipping.address.${field}`)}</th>
              <td>{from.map(({ text, isChanged }) => (isChanged ? <del key="changed">{text} </del> : `${text} `))}</td>
              <td>{to.map(({ text, isChanged }) => (isChanged ? <ins key="changed">{text} </ins> : `${text} `))}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
