import { importAddresses } from '@postroom/contract/address-book'
import type { AnswerOf } from '@postroom/contract/endpoint'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { FileTrigger } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { ImportPreview } from './import-preview.tsx'

type Answer = AnswerOf<typeof importAddresses>

/** Adds the addresses of a CSV file, after showing what would be added and what is wrong. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const preview = useMutation({
    mutationFn: async (file: File): Promise<{ text: string; name: string; answer: Answer }> => {
      const text = await file.text()
      return { text, name: file.name, answer: await call(importAddresses, { query: { preview: 'true' }, body: text }) }
    },
  })
  const add = useMutation({
    mutationFn: (text: string) => call(importAddresses, { body: text }),
    onSuccess: async ({ imported }) => {
      await queryClient.invalidateQueries({ queryKey: ['addresses'] })
      showToast({ tone: 'good', text: t('addressbook.imported', { count: imported }) })
      onClose()
    },
  })
  const read = preview.data
  const isReady = read !== undefined && read.answer.problems.length === 0 && read.answer.rows > 0
  return (
    <Dialog
      title={t('addressbook.import')}
      isOpen
      onClose={onClose}
      actions={
        <>
          {isReady && (
            <Button variant="primary" isPending={add.isPending} onPress={() => add.mutate(read.text)}>
              {t('addressbook.import_add', { count: read.answer.rows })}
            </Button>
          )}
          <FileTrigger
            acceptedFileTypes={['text/csv', '.csv']}
            onSelect={(files) => {
              const file = files?.item(0)
              if (file) preview.mutate(file)
            }}
          >
            <Button icon={FileUp} isPending={preview.isPending}>
              {t(read ? 'file.choose_another' : 'file.choose')}
            </Button>
          </FileTrigger>
        </>
      }
    >
      {!read && <p>{t('addressbook.import_text')}</p>}
      {preview.isError && (
        <Notice tone="error" isLive>
          {t('addressbook.import_unreadable')}
        </Notice>
      )}
      {read && <ImportPreview name={read.name} answer={read.answer} />}
    </Dialog>
  )
}
