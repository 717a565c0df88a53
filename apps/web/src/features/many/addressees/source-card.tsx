import { Upload } from 'lucide-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { DropZone, FileTrigger } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../../session/use-session.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Select } from '../../../ui/select.tsx'
import { addressesTagged, tagsQuery } from './addresses-queries.ts'
import { readFile, UnreadableFile } from './read-file.ts'
import css from './source-card.module.css'
import type { Rows } from './use-rows.ts'

/** Asks where the addressees come from: a file, or a tag of the address book. */
export function SourceCard({ takeFile, takeAddresses }: Pick<Rows, 'takeFile' | 'takeAddresses'>) {
  const { t, i18n } = useTranslation()
  const hasBook = useUser().plan === 'full'
  const tags = useQuery({ ...tagsQuery(), enabled: hasBook })
  const reading = useMutation({ mutationFn: readFile, onSuccess: takeFile, meta: { isQuiet: true } })
  const loading = useMutation({
    mutationFn: addressesTagged,
    onSuccess: (addresses, tag) => takeAddresses(tag, addresses),
  })
  return (
    <Card title={t('many.who')} note={t('many.who_note')}>
      <div className={css.sources}>
        {hasBook && (
          <Select
            name="tag"
            label={t('many.tag')}
            placeholder={t('many.choose_tag')}
            value={loading.variables ?? null}
            onChange={loading.mutate}
            isDisabled={loading.isPending || (tags.data ?? []).length === 0}
            description={tags.data?.length === 0 ? t('many.no_tags') : t('many.tag_hint')}
            options={(tags.data ?? []).map(({ tag, count }) => ({
              value: tag,
              label: t('many.tag_count', { tag, count, number: count.toLocaleString(i18n.language) }),
            }))}
          />
        )}
        <DropZone
          aria-label={t('many.drop')}
          className={css.drop ?? ''}
          getDropOperation={(types) => (types.has('text/csv') || types.has('text/plain') ? 'copy' : 'cancel')}
          onDrop={({ items }) => {
            const file = items.find((item) => item.kind === 'file')
            if (file) void file.getFile().then((dropped) => reading.mutate(dropped))
          }}
        >
          <p>{t('many.file')}</p>
          <FileTrigger
            acceptedFileTypes={['.csv', 'text/csv', 'text/plain']}
            onSelect={(files) => {
              const file = files?.item(0)
              if (file) reading.mutate(file)
            }}
          >
            <Button icon={Upload} isPending={reading.isPending}>
              {t('many.choose_file')}
            </Button>
          </FileTrigger>
          <p className={css.hint}>{t('many.file_hint')}</p>
        </DropZone>
      </div>
      <div role="alert">{reading.error && <Notice tone="error">{unreadable(reading.error, t)}</Notice>}</div>
    </Card>
  )
}

function unreadable(error: Error, t: ReturnType<typeof useTranslation>['t']): string {
  if (!(error instanceof UnreadableFile)) return t('many.unreadable.unknown')
  return t(`many.unreadable.${error.reason}`, { row: error.row })
}
