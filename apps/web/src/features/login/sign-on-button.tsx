import { LogIn } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { NetworkError } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import css from './sign-in-form.module.css'
import type { SignOnOffer } from './use-sign-on.ts'

/** Leads to the identity provider of an organisation. A refusal is said by its toast. */
export function SignOnButton({ offer: { organisation, passwords, begin } }: { offer: SignOnOffer }) {
  const { t } = useTranslation()
  return (
    <div className={css.signOn}>
      {begin.error instanceof NetworkError && (
        <Notice tone="error" isLive>
          <p>{t('login.network_error')}</p>
        </Notice>
      )}
      <Button
        icon={LogIn}
        variant={passwords ? 'secondary' : 'primary'}
        isWide
        // until the other page is there
        isPending={begin.isPending || begin.isSuccess}
        onPress={() => begin.mutate()}
      >
        {t('login.sign_on', { organisation })}
      </Button>
      {passwords && <p className={css.returns}>{t('login.or')}</p>}
    </div>
  )
}
