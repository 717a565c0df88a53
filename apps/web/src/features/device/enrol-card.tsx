import type { EnrolmentCode } from '@postroom/contract/enrolment'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { permissionQuery } from '../../session/module-guard.tsx'
import { AskDialog } from '../../ui/ask-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import css from './device-preferences-page.module.css'
import { enrolmentCodesQuery, useRemoveEnrolmentCode } from './enrolment-queries.ts'
import { MakeCodeDialog } from './make-code-dialog.tsx'

/** Codes with which device managers pair themselves, for those who manage all of them. */
export function EnrolCard() {
  const { data: rights } = useQuery(permissionQuery())
  return rights?.permissions.includes('manage_devices') ? <Codes /> : null
}

function Codes() {
  const { t } = useTranslation()
  const codes = useQuery(enrolmentCodesQuery())
  const [isMaking, setMaking] = useState(false)
  const queryClient = useQueryClient()
  const paired = codes.data?.reduce((sum, { devices }) => sum + devices, 0)
  useEffect(() => {
    if (paired !== undefined && paired > 0) void queryClient.invalidateQueries({ queryKey: ['hubs'] })
  }, [paired, queryClient])
  return (
    <Card title={t('device.enrol.title')}>
      <div className={css.stack}>
        <p className={css.quiet}>{t('device.enrol.text')}</p>
        {codes.isError && (
          <Notice tone="error" action={<Button onPress={() => void codes.refetch()}>{t('common.try_again')}</Button>}>
            {t('common.could_not_load')}
          </Notice>
        )}
        {codes.data && codes.data.length > 0 && (
          <ul className={css.rows}>
            {codes.data.map((code) => (
              <CodeRow key={code.id} code={code} />
            ))}
          </ul>
        )}
        <div className={css.acts}>
          <Button onPress={() => setMaking(true)}>{t('device.enrol.make')}</Button>
        </div>
      </div>
      {isMaking && <MakeCodeDialog onClose={() => setMaking(false)} />}
    </Card>
  )
}

function CodeRow({ code: { id, starts_with, devices, devices_max, expires_at } }: { code: EnrolmentCode }) {
  const { t, i18n } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const remove = useRemoveEnrolmentCode(id, t('device.enrol.removed'))
  const at = new Date(expires_at).toLocaleString(i18n.language, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <li className={css.row}>
      <div className={css.head}>
        <code>{starts_with}…</code>
        <Button
          variant="link"
          aria-label={`${t('device.enrol.remove')}, ${starts_with}`}
          onPress={() => setAsking(true)}
        >
          {t('device.enrol.remove')}
        </Button>
      </div>
      <p className={css.quiet}>{t('device.enrol.paired', { devices, count: devices_max })}</p>
      <p className={css.quiet}>{t('device.enrol.until', { at })}</p>
      <AskDialog
        title={t('device.enrol.remove_title', { code: starts_with })}
        text={t('device.enrol.remove_text')}
        act={t('device.enrol.remove')}
        isOpen={isAsking}
        isPending={remove.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate()}
      />
    </li>
  )
}
