import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'

/** Copies a text, and says so. @param label what is copied, for screen readers */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation()
  const [isCopied, setCopied] = useState(false)
  return (
    <>
      <Button
        variant="link"
        icon={isCopied ? Check : Copy}
        aria-label={label}
        onPress={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
      >
        {t(isCopied ? 'common.copied' : 'common.copy')}
      </Button>
      <output className="visually-hidden">{isCopied && t('common.copied')}</output>
    </>
  )
}
