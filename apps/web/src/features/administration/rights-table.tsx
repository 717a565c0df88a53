import type { Permission } from '@postroom/domain/people/permissions'
import { OFFICE_ROLES, permissionsOf } from '@postroom/domain/people/roles'
import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import css from './administration.module.css'

/** The rights that differ between roles or matter most, in the order of the table. */
const RIGHTS = [
  'mod_shipping',
  'mod_addressbook',
  'void',
  'mod_mailing',
  'colleagues_shipments',
  'manage_devices',
  'administration',
] as const satisfies readonly Permission[]

/** What each role allows, from the table that also protects the server's calls. @see spec §6 */
export function RightsTable() {
  const { t } = useTranslation()
  return (
    <Card title={t('administration.rights')}>
      <p className={css.quiet}>{t('administration.rights_text')}</p>
      <table className={css.rights}>
        <thead>
          <tr>
            <th scope="col">{t('administration.right')}</th>
            {OFFICE_ROLES.map((role) => (
              <th key={role} scope="col">
                {t(`administration.role.${role}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {RIGHTS.map((right) => (
            <tr key={right}>
              <th scope="row">{t(`administration.rights_of.${right}`)}</th>
              {OFFICE_ROLES.map((role) => (
                <td key={role}>
                  {!permissionsOf([role], 'full').includes(right) ? (
                    t('administration.no')
                  ) : (
                    <>
                      <Icon of={Check} size="small" />
                      <span className="visually-hidden">{t('administration.yes')}</span>
                      {!permissionsOf([role], 'lite').includes(right) && (
                        <span className={css.quiet}> {t('administration.full_only')}</span>
                      )}
                    </>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
