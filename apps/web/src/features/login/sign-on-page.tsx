import { finishSignOn } from '@postroom/contract/sign-on'
import type { TFunction } from 'i18next'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { safeReturnUrl } from '../../session/safe-return-url.ts'
import { saveSession } from '../../session/session-store.ts'
import { Notice } from '../../ui/notice.tsx'
import { Progress } from '../../ui/progress.tsx'
import { LoginFrame } from './login-frame.tsx'
import { signInFailure } from './sign-in-failure.ts'

/** Where an identity provider sends people back, with a code or with an error. No text of theirs is shown. */
export function Component() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [returned] = useState(() => new URLSearchParams(location.search))
  const [state, code, iss] = ['state', 'code', 'iss'].map((name) => returned.get(name) ?? undefined)
  const isBegun = useRef(false)
  const finish = useMutation({
    mutationFn: (given: { state: string; code: string }) =>
      call(finishSignOn, { body: { ...given, ...(iss !== undefined && { iss }) } }),
    onSuccess: ({ user, return_url }) => {
      saveSession(user)
      void navigate(safeReturnUrl(return_url ?? null, location.origin), { replace: true })
    },
    meta: { isQuiet: true },
  })
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    // the code must not stay in the address bar or the history
    history.replaceState(history.state, '', location.pathname)
    if (state !== undefined && code !== undefined) finish.mutate({ state, code })
  }, [state, code, finish])
  const isRefused = state === undefined || code === undefined
  const failure = isRefused ? t('backendError.sign_on_refused') : finish.error && failureText(finish.error, t)
  return (
    <LoginFrame
      title={t(failure === null ? 'login.finishing' : 'login.not_signed_in')}
      elsewhere={{ href: '/login', label: t('login.to_sign_in') }}
    >
      {failure === null ? (
        <Progress label={t('login.finishing')} />
      ) : (
        <Notice tone="error" isLive>
          <p>{failure}</p>
        </Notice>
      )}
    </LoginFrame>
  )
}

const failureText = (error: Error, t: TFunction): string =>
  error instanceof ApiError && error.code !== undefined ? t(`backendError.${error.code}`) : signInFailure(error, t)
