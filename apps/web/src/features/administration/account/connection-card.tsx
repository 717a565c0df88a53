import type { CarrierAccount } from '@postroom/contract/carrier'
import { CARRIERS } from '@postroom/domain/catalogue/carriers'
import { useQuery } from '@tanstack/react-query'
import { KeyRound, PlugZap, Unplug } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import css from '../administration.module.css'
import { connectionQuery, useConnectionAct } from './connection-queries.ts'
import { KeyForm } from './key-form.tsx'
import { LoginForm } from './login-form.tsx'
import { ManifestTime } from './manifest-time.tsx'
import { TestResult } from './test-result.tsx'

/** The key with which the account buys at its carrier. Nothing where the carrier needs none. */
export function ConnectionCard({ account }: { account: CarrierAccount }) {
  const { id, carrier_code } = account
  const { t, i18n } = useTranslation()
  const { data: connection, isError, refetch } = useQuery(connectionQuery(id))
  const acts = useConnectionAct(id)
  const [isReplacing, setReplacing] = useState(false)
  const [isEnding, setEnding] = useState(false)
  if (isError && !connection)
    return (
      <Notice tone="error" action={<Button onPress={() => void refetch()}>{t('common.try_again')}</Button>}>
        {t('connection.not_loaded')}
      </Notice>
    )
  if (!connection || connection.state === 'not_needed') return null
  const isConnected = connection.state === 'connected'
  const carrier = CARRIERS.find(({ code }) => code === carrier_code)?.name ?? carrier_code
  const { since, prints_labels, asks = 'api_key' } = connection
  const Form = asks === 'login' ? LoginForm : KeyForm
  const labels = prints_labels === undefined ? 'unknown' : prints_labels ? 'yes' : 'no'
  return (
    <Card
      title={t('connection.title', { carrier })}
      note={
        <Badge tone={isConnected ? 'good' : 'warn'}>
          {t(isConnected ? 'connection.connected' : 'connection.not_connected')}
        </Badge>
      }
    >
      {isConnected && (
        <dl className={css.kept}>
          {since !== undefined && (
            <div>
              <dt>{t('connection.since')}</dt>
              <dd>{new Date(since).toLocaleDateString(i18n.language, { dateStyle: 'medium' })}</dd>
            </div>
          )}
          <div>
            <dt>{t('connection.labels')}</dt>
            <dd>{t(`connection.prints.${labels}`)}</dd>
          </div>
        </dl>
      )}
      <div className={css.form}>
        {isConnected && <ManifestTime account={account} />}
        {!isConnected && <p>{t(`connection.needed.${asks}`)}</p>}
        {acts.data && <TestResult found={acts.data} />}
        {isConnected && !isReplacing ? (
          <div className={css.acts}>
            <Button icon={PlugZap} isPending={acts.isPending} onPress={() => acts.mutate({ act: 'test' })}>
              {t('connection.test')}
            </Button>
            <Button icon={KeyRound} variant="quiet" onPress={() => setReplacing(true)}>
              {t(`connection.replace.${asks}`)}
            </Button>
            <Button icon={Unplug} variant="quiet" onPress={() => setEnding(true)}>
              {t('connection.disconnect')}
            </Button>
          </div>
        ) : (
          <Form
            isPending={acts.isPending}
            onConnect={(key) =>
              acts.mutate(
                { act: 'connect', key },
                { onSuccess: (found) => found?.result === 'connected' && setReplacing(false) },
              )
            }
            onCancel={isReplacing ? () => setReplacing(false) : undefined}
          />
        )}
      </div>
      <Dialog
        role="alertdialog"
        title={t('connection.disconnect_title')}
        isOpen={isEnding}
        onClose={() => setEnding(false)}
        actions={
          <>
            <Button
              variant="primary"
              isPending={acts.isPending}
              onPress={() => acts.mutate({ act: 'disconnect' }, { onSuccess: () => setEnding(false) })}
            >
              {t('connection.disconnect')}
            </Button>
            <Button variant="quiet" onPress={() => setEnding(false)}>
              {t('common.cancel')}
            </Button>
          </>
        }
      >
        <p>{t(`connection.disconnect_text.${asks}`)}</p>
      </Dialog>
    </Card>
  )
}
