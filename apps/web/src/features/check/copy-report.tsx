import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import type { Link } from './link.ts'
import { reportOf } from './report.ts'

/** Copies the report as text, for support. */
export function CopyReport({ links, at }: { links: readonly Link[]; at: number }) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState<string>()
  const report = reportOf(links, at, t)
  const refused = () => showToast({ tone: 'warn', text: t('check.report.refused') })
  return (
    <>
      <Button
        variant="quiet"
        icon={copied === report ? Check : Copy}
        isDisabled={at === 0}
        onPress={() => void navigator.clipboard.writeText(report).then(() => setCopied(report), refused)}
      >
        {t(copied === report ? 'check.report.copied' : 'check.report.copy')}
      </Button>
      <output className="visually-hidden">{copied === report && t('check.report.copied')}</output>
    </>
  )
}
