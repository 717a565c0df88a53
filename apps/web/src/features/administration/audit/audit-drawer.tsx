import { Drawer } from '../../../ui/lists/drawer.tsx'
import { Button } from '../../../ui/button.tsx'
import css from './audit.module.css'
import type { AuditRow } from './audit-columns.tsx'
import { eventOf, instantOf, nameOfDetail, personOf, valueOf, type AuditContext } from './audit-texts.ts'

interface AuditDrawerProps {
  entry: AuditRow
  context: AuditContext
  /** Shows every entry about the same thing. */
  onAbout: (subject: string) => void
  onClose: () => void
}

/** One entry: settings before and after, or its details; where the call came from; its fingerprint. */
export function AuditDrawer({ entry, context, onAbout, onClose }: AuditDrawerProps) {
  const { t, language, names } = context
  const { subject, before, details } = entry
  const facts = [
    [t('audit.number'), entry.number.toLocaleString(language)],
    [t('audit.subject'), subject && (names.get(subject) ?? subject)],
    [t('audit.from_address'), entry.ip],
    [t('audit.request'), entry.request_id],
    [t('audit.fingerprint'), entry.hash],
  ] as const
  return (
    <Drawer
      title={eventOf(entry, context)}
      note={`${instantOf(entry.at, language)} · ${personOf(entry, context)}`}
      onClose={onClose}
    >
      <div className={css.parts}>
        <Details before={before} details={details} context={context} />
        <dl className={css.facts}>
          {facts.map(
            ([name, value]) =>
              value !== undefined && (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ),
          )}
        </dl>
        {subject !== undefined && <Button onPress={() => onAbout(subject)}>{t('audit.same_subject')}</Button>}
      </div>
    </Drawer>
  )
}

type Settings = AuditRow['details']

/** What was recorded. A changed setting is bold, and the one before stands beside it. */
function Details({
  before,
  details,
  context,
}: {
  before: Settings | undefined
  details: Settings
  context: AuditContext
}) {
  const { t } = context
  const keys = [...new Set([...Object.keys(details), ...Object.keys(before ?? {})])]
  if (keys.length === 0) return null
  return (
    <table className={css.details}>
      <thead>
        <tr>
          <th scope="col">{t('audit.setting')}</th>
          {before && <th scope="col">{t('audit.before')}</th>}
          <th scope="col">{t(before ? 'audit.after' : 'audit.value')}</th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <tr key={key} data-changed={(before && before[key] !== details[key]) || undefined}>
            <th scope="row">{nameOfDetail(key, context)}</th>
            {before && <td>{valueOf(key, before[key], context)}</td>}
            <td>{valueOf(key, details[key], context)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
