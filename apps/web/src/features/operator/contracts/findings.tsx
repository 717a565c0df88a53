import type { CheckedContractPrices } from '@postroom/contract/contract-price'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../../ui/notice.tsx'
import css from '../../../forms/import-problems.module.css'

interface FindingsProps {
  checked: CheckedContractPrices
  /** Of the file. */
  name: string
}

/** What a check has found: errors, or what the file changes, with what may be wrong. */
export function Findings({ checked: { errors, remarks, changes }, name }: FindingsProps) {
  const { t } = useTranslation()
  if (errors.length > 0)
    return (
      <>
        <Notice tone="error" isLive title={t('file.problems', { count: errors.length, name })}>
          {t('file.nothing_kept')}
        </Notice>
        <FindingList findings={errors} />
      </>
    )
  return (
    <>
      <Notice tone="good" isLive title={t('contract.changes')}>
        <ul>
          {(['cheaper', 'dearer', 'same', 'added', 'not_offered'] as const).map(
            (key) =>
              changes && changes[key] > 0 && <li key={key}>{t(`contract.change.${key}`, { count: changes[key] })}</li>,
          )}
          {changes && changes.published_again.length > 0 && (
            <li>
              {t('contract.published_again', {
                services: changes.published_again.map((service) => t(`service.${service}`)).join(', '),
              })}
            </li>
          )}
        </ul>
      </Notice>
      {remarks.length > 0 && (
        <>
          <Notice tone="warn" title={t('contract.unusual')} />
          <FindingList findings={remarks} />
        </>
      )}
    </>
  )
}

function FindingList({ findings }: { findings: CheckedContractPrices['errors'] }) {
  const { t } = useTranslation()
  return (
    <ul className={css.problems}>
      {findings.map(({ code, row, column, price }, at) => (
        // a list of a finished check, whose rows may repeat
        // eslint-disable-next-line react/no-array-index-key
        <li key={at}>
          {row !== undefined && <b>{t('file.row', { place: [row, column].filter(Boolean).join(', ') })}</b>}{' '}
          {t(`contract.finding.${code}`)} {price && <span lang="en">{price}</span>}
        </li>
      ))}
    </ul>
  )
}
