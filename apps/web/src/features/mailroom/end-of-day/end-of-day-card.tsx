import type { CarrierAccount } from '@postroom/contract/carrier'
import type { Manifest } from '@postroom/contract/manifest'
import { useQuery } from '@tanstack/react-query'
import { FileDown, ListChecks, RotateCcw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useBalance } from '../../../accounts/balance-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Notice } from '../../../ui/notice.tsx'
import css from './end-of-day.module.css'
import { isOpen, manifestsQuery, useAskForManifest, useSaveManifest } from './manifest-queries.ts'

/** The manifest that goes with the day's items. Nothing where the carrier wants none, or the user may not ask for one. */
export function EndOfDay() {
  const { account } = useBalance()
  return account ? <OfAccount key={account.id} account={account} /> : null
}

function OfAccount({ account: { id, manifest_at } }: { account: CarrierAccount }) {
  const { t } = useTranslation()
  const { data: manifests } = useQuery(manifestsQuery(id))
  const ask = useAskForManifest(id)
  if (!manifests?.is_wanted) return null
  const { waiting } = manifests
  const [newest] = manifests.data
  return (
    <div className={css.below}>
      <Card title={t('end_of_day.title')} note={t('end_of_day.waiting', { count: waiting })}>
        <div className={css.day}>
          <p>{t(manifest_at === undefined ? 'end_of_day.by_hand' : 'end_of_day.at', { time: manifest_at })}</p>
          {newest && <Newest manifest={newest} accountId={id} />}
          <div>
            <Button
              icon={ListChecks}
              isDisabled={waiting === 0 || isOpen(newest)}
              isPending={ask.isPending}
              onPress={() => ask.mutate(undefined)}
            >
              {t('end_of_day.make')}
            </Button>
          </div>
        </div>
      </Card>
    </div>
  )
}

const TONES = { asked: 'info', pending: 'info', made: 'good', failed: 'error', unknown: 'warn' } as const

function Newest({ manifest, accountId }: { manifest: Manifest; accountId: string }) {
  const { t, i18n } = useTranslation()
  const save = useSaveManifest(accountId)
  const ask = useAskForManifest(accountId)
  const { state, number, reason = '', asked_at } = manifest
  const at = new Date(asked_at).toLocaleString(i18n.language, { dateStyle: 'medium', timeStyle: 'short' })
  const action =
    state === 'made' ? (
      <Button icon={FileDown} isPending={save.isPending} onPress={() => save.mutate(manifest)}>
        {t('end_of_day.save')}
      </Button>
    ) : (
      state === 'failed' &&
      number !== undefined && (
        <Button icon={RotateCcw} isPending={ask.isPending} onPress={() => ask.mutate(manifest)}>
          {t('common.try_again')}
        </Button>
      )
    )
  return (
    <Notice tone={TONES[state]} isLive {...(action !== false && { action })}>
      {t(`end_of_day.state.${state}`, { at, number, reason })}
    </Notice>
  )
}
