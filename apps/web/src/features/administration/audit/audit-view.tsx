import { useQuery } from '@tanstack/react-query'
import { Download, ScrollText } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { colleaguesQuery } from '../../../session/colleagues-query.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { DataTable } from '../../../ui/lists/data-table.tsx'
import { WithDrawer } from '../../../ui/lists/drawer.tsx'
import css from '../administration.module.css'
import { useFocusBack } from '../use-focus-back.ts'
import { auditColumns, auditLines, type AuditRow } from './audit-columns.tsx'
import { AuditDrawer } from './audit-drawer.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { useSaveAudit } from './audit-queries.ts'
import type { AuditContext } from './audit-texts.ts'
import { ChainNotice } from './chain-notice.tsx'
import { useAudit } from './use-audit.ts'

const nameOf = ({ event }: AuditRow): string => event

/** Who did what and when, and whether the log is whole. @see spec §6 */
export function AuditView() {
  const { t, i18n } = useTranslation()
  const audit = useAudit()
  const save = useSaveAudit(audit.filter)
  const people = useQuery(colleaguesQuery()).data
  const context: AuditContext = useMemo(
    () => ({ t, language: i18n.language, names: new Map(people?.map(({ id, fullname }) => [id, fullname])) }),
    [t, i18n.language, people],
  )
  const columns = useMemo(() => auditColumns(context), [context])
  const lines = useMemo(() => auditLines(context), [context])
  const entry = audit.rows?.find(({ id }) => id === audit.open)
  const table = useFocusBack(entry !== undefined)
  const toList = () => audit.setOpen(undefined)
  return (
    <div className={css.page}>
      <ChainNotice onSave={() => save.mutate()} />
      <WithDrawer
        onClose={toList}
        drawer={
          entry && (
            <AuditDrawer
              entry={entry}
              context={context}
              onAbout={(about) => audit.setFilter({ about })}
              onClose={toList}
            />
          )
        }
      >
        <DataTable<AuditRow>
          ref={table}
          label={t('administration.part.audit')}
          columns={columns}
          rows={audit.rows}
          nameOf={nameOf}
          lines={lines}
          current={entry?.id}
          onOpen={audit.setOpen}
          onFocusRow={(id) => entry && audit.setOpen(id)}
          onNearEnd={audit.loadMore}
          isLoading={audit.isLoading}
          failure={audit.failure}
          above={
            <>
              <AuditFilters filter={audit.filter} people={people ?? []} onChange={audit.setFilter} />
              <div className={css.above}>
                <Button
                  icon={Download}
                  isPending={save.isPending}
                  isDisabled={!audit.total}
                  onPress={() => save.mutate()}
                >
                  {t('audit.save_csv', { count: audit.total ?? 0 })}
                </Button>
              </div>
            </>
          }
          empty={<EmptyState icon={ScrollText} title={t('audit.none')} />}
          foot={audit.total !== undefined && t('audit.entries', { count: audit.total })}
        />
      </WithDrawer>
    </div>
  )
}
